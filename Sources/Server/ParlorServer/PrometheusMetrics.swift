import Metrics
import Synchronization

/// Counters, gauges and histograms in the text format of Prometheus
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
final class PrometheusMetrics: MetricsFactory {
    fileprivate enum Kind: String { case counter, gauge, histogram }

    fileprivate struct Series {
        var kind: Kind
        var value = 0.0
        /// For a histogram, the number of values up to each bound. In that case `count` is the
        /// number of all values, and `value` is the sum of the values.
        var buckets: [Int] = []
        var count = 0
    }

    /// The name and the labels, as they are written.
    fileprivate struct Key: Hashable, Comparable {
        let name: String
        let labels: String

        static func < (left: Key, right: Key) -> Bool { (left.name, left.labels) < (right.name, right.labels) }
    }

    /// The upper bounds of the buckets, in seconds.
    fileprivate static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private let series = Mutex<[Key: Series]>([:])

    /// All metrics in the text format.
    var text: String {
        let all = series.withLock { $0 }.sorted { $0.key < $1.key }
        var lines: [String] = []
        var last = ""
        for (key, series) in all {
            if key.name != last { lines.append("# TYPE \(key.name) \(series.kind.rawValue)") }
            last = key.name
            let labels = key.labels.isEmpty ? "" : "{\(key.labels)}"
            guard series.kind == .histogram else {
                lines.append("\(key.name)\(labels) \(Self.number(series.value))")
                continue
            }
            let before = key.labels.isEmpty ? "" : key.labels + ","
            for (bound, count) in zip(Self.bounds, series.buckets) {
                lines.append("\(key.name)_bucket{\(before)le=\"\(Self.number(bound))\"} \(count)")
            }
            lines.append("\(key.name)_bucket{\(before)le=\"+Inf\"} \(series.count)")
            lines.append("\(key.name)_sum\(labels) \(Self.number(series.value))")
            lines.append("\(key.name)_count\(labels) \(series.count)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Sets a gauge.
    func set(_ name: String, to value: Double) { change(Key(name: name, labels: ""), .gauge) { $0.value = value } }

    fileprivate func change(_ key: Key, _ kind: Kind, _ body: (inout Series) -> Void) {
        series.withLock { body(&$0[key, default: Series(kind: kind)]) }
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func key(_ label: String, _ dimensions: [(String, String)]) -> Key {
        let labels = dimensions.map { name, value in
            let value = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(named(name))=\"\(value)\""
        }
        return Key(name: named(label), labels: labels.joined(separator: ","))
    }

    private static func named(_ label: String) -> String {
        String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    // MARK: The factory

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Handler(metrics: self, key: Self.key(label, dimensions), kind: .counter)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        Handler(metrics: self, key: Self.key(label, dimensions), kind: aggregate ? .histogram : .gauge)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        Handler(metrics: self, key: Self.key(label + "_seconds", dimensions), kind: .histogram)
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// A handler that changes one series.
private final class Handler: CounterHandler, RecorderHandler, TimerHandler {
    let metrics: PrometheusMetrics
    let key: PrometheusMetrics.Key
    let kind: PrometheusMetrics.Kind

    init(metrics: PrometheusMetrics, key: PrometheusMetrics.Key, kind: PrometheusMetrics.Kind) {
        (self.metrics, self.key, self.kind) = (metrics, key, kind)
    }

    func increment(by amount: Int64) { metrics.change(key, kind) { $0.value += Double(amount) } }

    func reset() { metrics.change(key, kind) { $0.value = 0 } }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        metrics.change(key, kind) { series in
            guard kind == .histogram else { return series.value = value }
            if series.buckets.isEmpty { series.buckets = PrometheusMetrics.bounds.map { _ in 0 } }
            for (index, bound) in PrometheusMetrics.bounds.enumerated() where value <= bound {
                series.buckets[index] += 1
            }
            series.count += 1
            series.value += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
