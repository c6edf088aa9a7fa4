import GameRules
import MessageWire
import Values
