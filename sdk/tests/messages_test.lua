local expect = require "expect"
local messages = require "parlor.messages"

local layout = messages.template_layout { caption = "Hi" }
local message = messages.message { url = "https://x/", layout = layout }
expect.equal(message.kind, "message")
expect.equal(message.layout.caption, "Hi")
expect.equal(messages.live_layout { alternate = layout }.kind, "live")
expect.equal(messages.sticker("star.png", "A star").path, "star.png")
expect.equal(messages.size(100, 50).height, 50)

expect.refusal("there is no colour", messages.message, { colour = "red" })
expect.refusal("expected a string as url", messages.message, { url = 1 })
expect.refusal("parlor.template_layout", messages.message, { layout = {} })
expect.refusal("expected a table", messages.message, "x")
expect.refusal("alternate", messages.live_layout, {  })
expect.refusal("stickers folder", messages.sticker, "../star.png", "A star")
expect.refusal("label", messages.sticker, "star.png")
expect.refusal("integers", messages.size, 1.5, 2)
