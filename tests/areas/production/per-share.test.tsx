import { expect, test } from 'vitest'
import { PerShareCell, perShareOf } from '~/areas/production/per-share'
import { markup } from '../../support/ui/render'

test('the newest NAV per share is beside its line, which says class, currency and range', async () => {
  const html = await markup(<PerShareCell text={'A\tEUR\t98.5 104.1 103'} />)
  expect(html).toContain(
    'aria-label="NAV per share of A, EUR, over 3 NAV dates: 98.50000 to 104.10000, now 103.00000"',
  )
  expect(html.replace(/<title>.*?<\/title>|<[^>]+>/g, '').trim()).toBe('103.00000')
})

test('one date has a figure without a line; a fund without figures has neither', async () => {
  const html = await markup(<PerShareCell text={'A\tEUR\t98.5'} />)
  expect(html).not.toContain('<svg')
  expect(html).toContain('98.50000')
  expect(await markup(<PerShareCell text={null} />)).toBe('')
  expect(perShareOf('A\tEUR')).toBeNull()
})
