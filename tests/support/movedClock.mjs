// Loaded into a server process whose clock a test moves: what the test sends, in ms, is added to the time of day.
const now = Date.now.bind(Date)
let ahead = 0
Date.now = () => now() + ahead
process.on('message', (ms) => {
  ahead = ms
  process.send(ms)
})
// The channel to the test does not keep the server's process running.
process.channel.unref()
