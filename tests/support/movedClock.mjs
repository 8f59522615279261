// Loaded into a server process whose clock a test moves: what the test sends, in ms, is added to the time of day.
const now = Date.now.bind(Date)
let ahead = 0
Date.now = () => now() + ahead
process.on('message', (ms) => {
  ahead = ms
  process.send(ms)
})
// The test's channel alone keeps no server alive.
process.channel.unref()
