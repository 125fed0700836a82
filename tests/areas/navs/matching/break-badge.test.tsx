import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BreakBadge } from '~/areas/navs/matching/break-badge'

test.each([
  ['OPEN', 0, 'failed'],
  ['OPEN', 1, 'new'],
  ['EXPLAINED', 0, 'warning'],
  ['AFTER SENDING', 9, 'failed'],
  ['CLOSED', 9, 'invalidated'],
] as const)('a break that is %s after %i days has the badge %s', (state, age, kind) => {
  expect(renderToStaticMarkup(<BreakBadge state={state} age={age} />)).toContain(`badge--${kind}`)
})
