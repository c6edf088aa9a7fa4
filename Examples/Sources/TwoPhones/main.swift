import Parlor

// Ann and Bob play tic-tac-toe on two phones. This file carries the messages from one to the other.
let script = try GameCatalog(home: ParlorHome.find()).script("tic-tac-toe")
let phones = [try Phone(script, person: "Ann"), try Phone(script, person: "Bob")]

@MainActor func exchange(from sender: Int) {
    guard let message = phones[sender].send() else { return }
    print("\(phones[sender].person) sends \"\(message.layout?.template.captionBar?.caption ?? "")\"")
    phones[1 - sender].receive(message)
}

try phones[0].touch("start")
exchange(from: 0)
var random = SplitMix64(seed: 7)
for turn in 0..<9 {
    let mover = phones.firstIndex { !$0.legalMoves.isEmpty }
    guard let mover, let move = phones[mover].legalMoves.randomElement(using: &random) else { break }
    try phones[mover].touch(move.text)
    exchange(from: mover)
    if turn == 0 { print("(each message carries the whole match)") }
}
for phone in phones {
    print("\(phone.person): \(phone.match?.status.outcome.map { "\($0)" } ?? "no outcome")")
}
