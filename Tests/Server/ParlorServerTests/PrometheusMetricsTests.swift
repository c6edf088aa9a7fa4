import Metrics
import Testing

@testable import ParlorServer

struct PrometheusMetricsTests {
    private let metrics = PrometheusMetrics()

    @Test func countersAndGauges() {
        metrics.makeCounter(label: "b_total", dimensions: [("route", "/a")]).increment(by: 2)
        metrics.makeCounter(label: "b_total", dimensions: [("route", "/a")]).increment(by: 3)
        metrics.makeCounter(label: "b_total", dimensions: []).increment(by: 1)
        metrics.set("a", to: 1.5)
        #expect(
            metrics.text == """
                # TYPE a gauge
                a 1.5
                # TYPE b_total counter
                b_total 1
                b_total{route="/a"} 5

                """)
    }

    @Test func histogramsAddUp() {
        let timer = metrics.makeTimer(label: "t", dimensions: [])
        for milliseconds in [1, 3, 30, 20_000] { timer.recordNanoseconds(Int64(milliseconds) * 1_000_000) }
        let lines = metrics.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "# TYPE t_seconds histogram")
        #expect(lines.contains(#"t_seconds_bucket{le="0.001"} 1"#))
        #expect(lines.contains(#"t_seconds_bucket{le="0.005"} 2"#))
        #expect(lines.contains(#"t_seconds_bucket{le="10"} 3"#))
        #expect(lines.contains(#"t_seconds_bucket{le="+Inf"} 4"#))
        #expect(lines.contains("t_seconds_count 4"))
        #expect(lines.contains { $0.hasPrefix("t_seconds_sum 20.034") })
    }

    @Test func labelsCantBreakOut() {
        metrics.makeCounter(label: "odd name!", dimensions: [("a-b", "x\"} 1\n# y\\")]).increment(by: 1)
        #expect(metrics.text == "# TYPE odd_name_ counter\nodd_name_{a_b=\"x\\\"} 1\\n# y\\\\\"} 1\n")
    }

    @Test func whatIsNoNumberIsWrittenAsPrometheusHasIt() {
        metrics.set("a", to: .infinity)
        metrics.set("b", to: .nan)
        metrics.set("c", to: -.infinity)
        #expect(metrics.text.split(separator: "\n").filter { !$0.hasPrefix("#") } == ["a +Inf", "b NaN", "c -Inf"])
    }
}
