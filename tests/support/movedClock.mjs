// Preloaded into a server process whose clock a test moves: adds the offset that the test sends (ms).
const now = Date.now.bind(Date)
let ahead = 0
Date.now = () => now() + ahead
process.on('message', (ms) => {
  ahead = ms
  process.send(ms)
})
// The channel to the test must not keep the server's process alive.
process.channel.unref()
