import { greyJpeg } from '../../../src/main/scans/greyJpeg.ts'
import { homographyOf, mapped, type Point } from '../../../src/server/features/reading/recognition/geometry.ts'
import type { Grey } from '../../../src/server/features/reading/recognition/grey.ts'
import { FINE } from './drawnPages.ts'
import type { Random } from './random.ts'

/** The device that captures a page. `hard`: a worn feeder, a shaky hand. */
export type Device =
  | { readonly type: 'scanner'; readonly dpi: number; readonly isHard: boolean; readonly isBlackAndWhite: boolean }
  | { readonly type: 'phone'; readonly long: number; readonly isHard: boolean }

const PAGE = { width: 210, height: 297 }

type ToPage = (x: number, y: number) => Point

/** A photo of a page: each dot is the mean of two points; `beside` is the grey around the page. */
function photographed(page: Grey, width: number, height: number, toPage: ToPage, beside: (x: number, y: number) => number): Float32Array {
  const dots = new Float32Array(width * height)
  const greyOf = (x: number, y: number, px: number, py: number): number => {
    if (px < 0 || py < 0 || px >= PAGE.width || py >= PAGE.height) return beside(x, y)
    const fx = px * FINE - 0.5
    const fy = py * FINE - 0.5
    const left = Math.floor(fx)
    const top = Math.floor(fy)
    if (left < 0 || top < 0 || left >= page.width - 1 || top >= page.height - 1) return 255
    const index = top * page.width + left
    const right = fx - left
    const below = fy - top
    const upper = (page.data[index] ?? 255) * (1 - right) + (page.data[index + 1] ?? 255) * right
    const lower = (page.data[index + page.width] ?? 255) * (1 - right) + (page.data[index + page.width + 1] ?? 255) * right
    return upper * (1 - below) + lower * below
  }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const a = toPage(x + 0.25, y + 0.75)
      const b = toPage(x + 0.75, y + 0.25)
      dots[y * width + x] = (greyOf(x, y, a.x, a.y) + greyOf(x, y, b.x, b.y)) / 2
    }
  return dots
}

function blurred(dots: Float32Array, width: number, height: number, deviation: number): Float32Array {
  const reach = Math.ceil(deviation * 2)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) => Math.exp(-((index - reach) ** 2) / 2 / deviation ** 2))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const kernel = Float32Array.from(weights, (weight) => weight / sum)
  const along = (source: Float32Array, step: number, count: number): Float32Array => {
    const target = new Float32Array(source.length)
    for (let dot = 0; dot < source.length; dot += 1) {
      // Beyond an edge, the dot's own value.
      const place = Math.floor(dot / step) % count
      let value = 0
      for (let index = -reach; index <= reach; index += 1) {
        const isWithin = place + index >= 0 && place + index < count
        value += (source[isWithin ? dot + index * step : dot] ?? 0) * (kernel[index + reach] ?? 0)
      }
      target[dot] = value
    }
    return target
  }
  return along(along(dots, 1, width), width, height)
}

function noisy(dots: Float32Array, width: number, deviation: number, random: Random): Uint8Array {
  const noise = Float32Array.from({ length: 4_099 }, () => random.normal() * deviation)
  const data = new Uint8Array(dots.length)
  for (let dot = 0; dot < data.length; dot += 1)
    data[dot] = Math.max(0, Math.min(255, (dots[dot] ?? 0) + (noise[(dot + Math.floor(dot / width) * 37) % noise.length] ?? 0)))
  return data
}

/** A page captured by a device, as a JPEG. */
export function taken(page: Grey, device: Device, random: Random): Uint8Array {
  return device.type === 'scanner' ? scanned(page, device, random) : shot(page, device, random)
}

function scanned(page: Grey, { dpi, isHard, isBlackAndWhite }: Extract<Device, { type: 'scanner' }>, random: Random): Uint8Array {
  const { between, normal, share, pick } = random
  const dots = dpi / 25.4
  const [width, height] = [Math.round(PAGE.width * dots), Math.round(PAGE.height * dots)]
  const skew = (Math.max(-4, Math.min(4, normal() * (isHard ? 1.6 : 0.8))) * Math.PI) / 180
  const [dx, dy, size, isTurned] = [normal() * (isHard ? 2 : 1), normal() * (isHard ? 2 : 1), 1 + normal() * 0.004, share() < 0.3]
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)]
  const toPage: ToPage = (px, py) => {
    const sign = isTurned ? -1 : 1
    const x = sign * (px / dots - 105)
    const y = sign * (py / dots - 148.5)
    return { x: (x * cos - y * sin) * size + 105 + dx, y: (x * sin + y * cos) * size + 148.5 + dy }
  }
  const beside = pick([250, 235, 60])
  let picture = photographed(page, width, height, toPage, () => beside)
  const cut = Math.round((isHard ? between(0, 5) : between(0, 2.5)) * dots)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if (x < cut || y < cut || x >= width - cut || y >= height - cut) picture[y * width + x] = 255
  picture = blurred(picture, width, height, Math.max(0.2, (between(0.3, 0.8) * dpi) / 200))
  if (share() < (isHard ? 0.3 : 0.08)) addDirt(picture, width, height, random)
  const [strength, ground] = [between(0.8, 1.15), between(-12, 4)]
  const data = noisy(
    picture.map((dot) => 255 - (255 - dot) * strength + ground),
    width,
    isHard ? 8 : 4,
    random,
  )
  const threshold = between(110, 185)
  if (isBlackAndWhite) return greyJpeg({ width, height, data: data.map((dot) => (dot < threshold ? 0 : 255)) }, 90)
  return greyJpeg({ width, height, data }, Math.round(between(55, 85)))
}

/** Lines from dust on a feeder's glass. */
function addDirt(picture: Float32Array, width: number, height: number, { index, between, normal }: Random): void {
  for (let line = 0; line <= index(3); line += 1) {
    const [x, grey, thick] = [index(width), between(60, 220), 1 + index(2)]
    for (let y = 0; y < height; y += 1)
      for (let column = x; column < Math.min(width, x + thick); column += 1)
        picture[y * width + column] = Math.min(picture[y * width + column] ?? 255, grey + normal() * 8)
  }
}

function shot(page: Grey, { long, isHard }: Extract<Device, { type: 'phone' }>, random: Random): Uint8Array {
  const { between, normal, share, pick } = random
  const [width, height, much] = [Math.round((long * 3) / 4), long, isHard ? 1.5 : 1]
  const [margin, turn] = [between(0.02, 0.09) * width, (normal() * 4 * much * Math.PI) / 180]
  const size = Math.min((width - 2 * margin) / PAGE.width, (height - 2 * margin) / PAGE.height) * (isHard ? between(0.95, 1.02) : 0.97)
  const centre = { x: width / 2 + normal() * width * 0.012, y: height / 2 + normal() * height * 0.012 }
  const corners = [[-105, -148.5], [105, -148.5], [-105, 148.5], [105, 148.5]] as const // prettier-ignore
  const pairs = corners.map(([x, y]) => {
    const bent = (way: number): number => way * size * (1 + normal() * 0.02 * much)
    const from = { x: centre.x + bent(x * Math.cos(turn) - y * Math.sin(turn)), y: centre.y + bent(x * Math.sin(turn) + y * Math.cos(turn)) }
    return { from, to: { x: x + 105, y: y + 148.5 }, weight: 1 }
  })
  const flat = homographyOf(pairs) ?? []
  const [curl, twist, phase] = [normal() * 1.2 * much, normal() * 0.8 * much, between(0, 3.1)]
  const [fold, step] = [share() < 0.4 ? between(80, 220) : -1, normal() * 0.5 * much]
  const toPage: ToPage = (px, py) => {
    const { x, y } = mapped(flat, px, py)
    const bentY = y + curl * Math.sin((x / 210) * Math.PI + phase * 0.2) + twist * Math.sin((y / 297) * 2 * Math.PI + phase) * 0.6
    return { x: x + twist * Math.sin((bentY / 297) * Math.PI + phase) * 0.7, y: fold > 0 && bentY > fold ? bentY + step * 0.6 : bentY }
  }
  const desk = between(40, 140)
  const picture = blurred(
    photographed(page, width, height, toPage, (x, y) => desk + ((x * 7 + y * 3) % 23)),
    width,
    height,
    between(0.45, isHard ? 1.5 : 1),
  )
  const [slopeX, slopeY, light] = [between(-0.25, 0.25) * much, between(-0.25, 0.25) * much, between(0.75, 1)]
  const [hasShadow, way, place, depth, soft] = [share() < 0.5, between(0, 6.28), between(-0.3, 0.3), between(0.45, 0.8), between(0.005, 0.06)]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const u = x / width - 0.5
      const v = y / height - 0.5
      let bright = light * (1 + slopeX * u + slopeY * v)
      if (hasShadow) bright *= depth + (1 - depth) / (1 + Math.exp(-(u * Math.cos(way) + v * Math.sin(way) - place) / soft))
      const away = fold > 0 ? mapped(flat, x, y).y - fold : 9
      if (Math.abs(away) < 6) bright *= 1 - 0.18 * Math.exp((-away * away) / 3)
      picture[y * width + x] = (picture[y * width + x] ?? 0) * bright
    }
  const upright = { width, height, data: noisy(picture, width, between(2, isHard ? 9 : 6), random) }
  return greyJpeg(rotated(upright, pick([0, 0, 0, 1, 2, 3])), Math.round(between(isHard ? 50 : 55, 80)))
}

/** Rotates by quarter turns. */
function rotated({ width, height, data }: Grey, quarters: number): Grey {
  if (quarters === 0) return { width, height, data }
  const turned = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [tx, ty] = quarters === 1 ? [height - 1 - y, x] : quarters === 2 ? [width - 1 - x, height - 1 - y] : [y, width - 1 - x]
      turned[ty * (quarters === 2 ? width : height) + tx] = data[y * width + x] ?? 0
    }
  return { width: quarters === 2 ? width : height, height: quarters === 2 ? height : width, data: turned }
}
