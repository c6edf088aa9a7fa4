import MessageHost
import Testing
