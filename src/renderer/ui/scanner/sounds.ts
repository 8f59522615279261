/** A tone: hertz, seconds from the beginning, seconds long. */
type Tone = readonly [frequency: number, at: number, length: number]

/** Distinguishable by ear: two short high tones, one long low one. */
const sounds = {
  done: [
    [880, 0, 0.07],
    [1318, 0.09, 0.1],
  ],
  refused: [[196, 0, 0.32]],
} as const satisfies Readonly<Record<string, readonly Tone[]>>
export type Sound = keyof typeof sounds

const LOUDNESS = 0.18
/** Fade in and out, since abrupt tones click. */
const FADE_SECONDS = 0.012

let context: AudioContext | null = null

/** Plays a short sound; does nothing on computers without audio. */
export function play(sound: Sound): void {
  try {
    context ??= new AudioContext()
    const from = context.currentTime + 0.01
    for (const [frequency, at, length] of sounds[sound]) playTone(context, frequency, from + at, length)
  } catch {
    // No usable sound card; the outcome is on screen too.
  }
}

function playTone(audio: AudioContext, frequency: number, from: number, length: number): void {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()]
  oscillator.frequency.value = frequency
  gain.gain.setValueAtTime(0, from)
  gain.gain.linearRampToValueAtTime(LOUDNESS, from + FADE_SECONDS)
  gain.gain.setValueAtTime(LOUDNESS, from + length - FADE_SECONDS)
  gain.gain.linearRampToValueAtTime(0, from + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(from)
  oscillator.stop(from + length)
}
