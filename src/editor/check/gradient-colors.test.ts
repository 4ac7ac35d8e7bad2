import { expect, test } from 'vitest'
import { parseColor, type Rgba } from '../../rules/colors.ts'
import { gradientColors } from './gradient-colors.ts'

const box = { left: 0, top: 0, right: 1000, bottom: 500 }
const whole = box
const rightHalf = { ...box, left: 500 }
const middle = { left: 490, top: 240, right: 510, bottom: 260 }
const black = 'rgb(0, 0, 0)'
const white = 'rgb(255, 255, 255)'

test.each([
  [`linear-gradient(90deg, ${black} 0%, ${white} 100%)`, whole, 0, 255],
  [`linear-gradient(90deg, ${black} 0%, ${white} 100%)`, rightHalf, 128, 255],
  [`linear-gradient(180deg, ${black} 0%, ${white} 100%)`, { ...box, bottom: 250 }, 0, 128],
  [`linear-gradient(90deg, ${black} 60%, ${white} 100%)`, { ...box, right: 500 }, 0, 0],
  [`linear-gradient(90deg, ${black} 0%, ${white} 40%)`, rightHalf, 255, 255],
  [`radial-gradient(circle, ${black} 0%, ${white} 100%)`, whole, 0, 255],
  [`radial-gradient(circle, ${black} 0%, ${white} 100%)`, middle, 0, 6],
])('%s has the colors behind a text alone', (value, place, darkest, lightest) => {
  const reds = gradientColors(value, { box, place, read: parseColor })!.map(({ red }: Rgba) => Math.round(red))
  expect([Math.min(...reds), Math.max(...reds)]).toEqual([darkest, lightest])
})

test.each(['url("a.png")', 'conic-gradient(red, blue)', `linear-gradient(${black}), url("a.png")`])(
  '%s has unknown colors',
  (value) => expect(gradientColors(value, { box, place: box, read: parseColor })).toBeNull(),
)
