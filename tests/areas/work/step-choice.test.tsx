import { expect, test } from 'vitest'
import type { MarkedAct, SharedStep } from '~/areas/work/bulk-steps'
import { StepChoice } from '~/areas/work/bulk-steps-view'
import type { EventClass } from '~/platform/workflow/types'
import { markup } from '../../support/ui/render'

const NAV = {
  id: 7,
  kind: 'NAV',
  href: '/nav-controls/7',
  title: 'Alpha Fund, 30/10/2026',
  status: 'TO CONTROL',
  queue: 'ACCOUNTANT',
  class: 'new' as const,
}
const step = (display: string, style: EventClass): SharedStep => ({
  name: display.toLowerCase(),
  display,
  class: style,
  count: 1,
  objects: '1 NAV',
  commentRequired: false,
})
const UPLOAD: MarkedAct = { label: 'Upload', objects: '1 NAV', href: '/nav-controls/new/fia-3' }

/** What is offered, in its order; the primary one with a star. */
async function offered(steps: SharedStep[], acts: MarkedAct[] = []) {
  const html = await markup(
    <StepChoice objects={[NAV]} more={0} changes={0} back="/nav-controls" steps={steps} acts={acts} />,
  )
  return [...html.matchAll(/class="button([^"]*)"[^>]*>([^<]+)/g)].map(
    ([, look = '', label]) => `${look.includes('--primary') ? '* ' : ''}${label?.trim()}`,
  )
}

test('steps forward come first, then actions on other pages, then steps back; final steps come last', async () => {
  expect(
    await offered([step('Submit', 'pending'), step('Return', 'warning'), step('Cancel', 'failed')], [UPLOAD]),
  ).toEqual(['* Submit 1 NAV…', 'Upload', 'Return 1 NAV…', 'Back to the list', 'Cancel 1 NAV…'])
  expect(await offered([step('Cancel', 'failed')], [UPLOAD])).toEqual([
    '* Upload',
    'Back to the list',
    'Cancel 1 NAV…',
  ])
})

test('what ends them is never alone: the first object can be opened', async () => {
  expect(await offered([step('Cancel', 'failed')])).toEqual([
    '* Open Alpha Fund, 30/10/2026',
    'Back to the list',
    'Cancel 1 NAV…',
  ])
  expect(await offered([step('Return', 'warning')])).toEqual(['* Return 1 NAV…', 'Back to the list'])
})
