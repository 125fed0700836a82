import { expect, test } from 'vitest'
import { Sparkline } from '~/ui/chart/sparkline'
import { markup } from '../../support/ui/render'

test('the line runs from the lowest to the highest value, and its end is marked; a sentence describes it', async () => {
  const html = await markup(<Sparkline values={[3, null, 7, 5]} label="Late work: 3 to 7, now 5" />)
  const paths = [...html.matchAll(/<path[^>]* d="([^"]+)"/g)].map(([, path]) => path)
  expect(paths).toEqual(['M0 25L64 3L96 14L96 28L0 28Z', 'M0 25L64 3L96 14'])
  expect(html).toContain('<circle cx="96" cy="14"')
  expect(html).toContain('role="img" aria-label="Late work: 3 to 7, now 5"')
})

test('equal values are a level line; fewer than two are none', async () => {
  const path = async (values: (number | null)[]) =>
    /d="(M[^"Z]+)"/.exec(await markup(<Sparkline values={values} label="Level" />))?.[1]
  expect(await path([4, 4, 4])).toBe('M0 14L48 14L96 14')
  expect(await path([null, 4])).toBeUndefined()
})
