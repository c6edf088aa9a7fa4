import Foundation

/// The processor time that a thread has used: what else a machine does neither lengthens nor shortens it.
public enum ProcessorClock {
    /// What the calling thread has used since it began, in seconds.
    public static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
