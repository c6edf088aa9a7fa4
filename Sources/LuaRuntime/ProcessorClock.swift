#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the processor has spent, as opposed to what the clock on the wall says: a machine under load makes nothing dearer.
public enum ProcessorClock {
    /// Processor time of the calling thread, in seconds.
    public static func threadSeconds() -> Double {
        var time = timespec()
        guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
