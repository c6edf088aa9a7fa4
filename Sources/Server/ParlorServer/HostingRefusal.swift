import Hosting

/// An error that says how it is answered.
protocol HostingRefusal: Error {
    var answer: ServerError { get }
}

extension HostingError: HostingRefusal {
    var answer: ServerError { ServerError(self) }
}
