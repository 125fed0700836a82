import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { NavDelta } from '~/areas/navs/delta/delta'
import { DELTA_GRIDS } from '~/areas/navs/delta/delta-columns'

/** The cell with the change of a NAV element. */
function changeOf(type: string, delta: string): string {
  const column = DELTA_GRIDS.nav.columns.find(({ id }) => id === 'delta')
  const cell = column?.cell as unknown as (of: { row: { original: Partial<NavDelta> } }) => React.ReactNode
  return renderToStaticMarkup(cell({ row: { original: { type, delta } } }))
}

test('a change is green or red only if up is good: not for assets and liabilities', () => {
  expect(changeOf('NAV PER SHARE', '0.01')).toMatch(/figure--positive.*▲/)
  expect(changeOf('NAV PER SHARE', '-0.01')).toMatch(/figure--negative.*▼/)
  for (const type of ['FUND TNA', 'CLASS TNA', 'ASSETS', 'SHARES']) {
    expect(changeOf(type, '0.01')).toContain('▲')
    expect(changeOf(type, '-0.01')).not.toMatch(/figure--(positive|negative)/)
  }
})
