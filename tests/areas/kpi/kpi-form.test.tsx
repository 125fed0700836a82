import { expect, test } from 'vitest'
import type { KpiOutcome } from '~/areas/kpi/kpi'
import { type EditedKpi, KpiEditor } from '~/areas/kpi/kpi-form'
import { markup } from '../../support/ui/render'

const NAMES = ['NAV on time', 'Documents on time', 'Control on time', 'First time right', 'Resends']

const method = (method_id: number, outcome: KpiOutcome | null, times: number | null = null): EditedKpi => ({
  method_id,
  method_name: NAMES[method_id - 1] ?? '',
  comment_list: [
    { comment_id: 1, comment_domain: 'KPI', comment_value: 'On time', free_comment_required: false },
  ],
  current_comment: null,
  standing: outcome && { outcome, due: null, done: null, times },
  idempotencyKey: `key-${method_id}`,
})

/** The KPIs whose forms are in sight, and those in the fold with its line. */
async function shown(methods: EditedKpi[]) {
  const html = await markup(<KpiEditor methods={methods} path="/production/1/kpi" />)
  const [before = '', fold = ''] = html.split('<details')
  const named = (part: string) => NAMES.filter((name) => part.includes(`<legend>${name}`))
  return {
    asked: named(before),
    folded: named(fold),
    line: /fold__result">([^<]*)/.exec(fold)?.[1],
    says: before.includes('Nothing was missed: no comment is needed.'),
  }
}

test('only missed or reopened KPIs need a comment; the others are collapsed with their results', async () => {
  const methods = [
    method(1, 'missed'),
    method(2, 'met'),
    method(3, 'open'),
    method(4, 'met', 1),
    method(5, 'counted', 2),
  ]
  expect(await shown(methods)).toEqual({
    asked: ['NAV on time', 'Resends'],
    folded: ['Documents on time', 'Control on time', 'First time right'],
    line: '2 met and 1 open',
    says: false,
  })
})

test('without a missed KPI no comment is needed; existing comments are counted', async () => {
  const commented = { ...method(2, 'met'), current_comment: { comment_id: 1, comment_log: '' } }
  expect(await shown([method(1, 'met'), commented, method(5, 'counted', 0)])).toEqual({
    asked: [],
    folded: ['NAV on time', 'Documents on time', 'Resends'],
    line: '2 met, never reopened and 1 commented',
    says: true,
  })
})

test('an object without results, such as a task, has all forms in sight', async () => {
  expect(await shown([method(1, null), method(2, null)])).toMatchObject({
    asked: ['NAV on time', 'Documents on time'],
    folded: [],
    says: false,
  })
})
