import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BADGE_KINDS, Badge, badgeKind } from '~/ui/badge/badge'
import { Figure } from '~/ui/description/description'
import { Gauge } from '~/ui/gauge/gauge'

test('a badge is the status with its queue in brackets', () => {
  const html = renderToStaticMarkup(<Badge kind="pending" status="SUBMITTED" queue="TEAM LEADER" />)
  expect(html).toContain('badge--pending')
  expect(html).toContain('</svg>SUBMITTED <span class="badge__queue">(TEAM LEADER)</span></span>')
})

test('each class has its own shape', () => {
  const shapes = BADGE_KINDS.map((kind) =>
    renderToStaticMarkup(<Badge kind={kind} status="" />).replace(/^.*?<svg/, '<svg'),
  )
  expect(new Set(shapes).size).toBe(BADGE_KINDS.length)
})

test('an unknown class is shown as invalidated', () => {
  expect(badgeKind('success')).toBe('success')
  expect(badgeKind('sparkling')).toBe('invalidated')
})

test('figures are coloured by sign, zero is not', () => {
  const look = (text: string) => renderToStaticMarkup(<Figure coloured>{text}</Figure>)
  expect(look('-1.00')).toContain('figure--negative')
  expect(look('−1.00')).toContain('figure--negative')
  expect(look('1.00')).toContain('figure--positive')
  expect(look('0.00')).toContain('figure--zero')
})

test('a gauge has a text for its value, and for being over', () => {
  const html = renderToStaticMarkup(<Gauge label="Consumed 6.00 of 5.00 EUR" part={1.2} threshold={0.8} />)
  expect(html).toContain('gauge--over')
  expect(html).toContain('<figcaption>Consumed 6.00 of 5.00 EUR</figcaption>')
})
