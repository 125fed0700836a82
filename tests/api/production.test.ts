import { opened } from 'tests/support/opened'
import { previousModel } from 'tests/support/workbooks/model'
import { rowIn, tableIn } from 'tests/support/workbooks/plan'
import { expect, test } from 'vitest'
import { apiSite } from '../support/api/site'
import { control } from '../support/api/uploads'

const site = await opened(apiSite())
const model = previousModel({ fundCode: 'LUX001' })
/** The earlier NAV of LUX001, the current one of the fund. */
const navId = site.navId('LUX001', model.navDate)
const { body } = await control(site, {
  model,
  change: (books) => {
    rowIn(tableIn(books, 'NAV'), { type: 'CLASS TNA', code: 'LUX001-A' }).value = { number: '1' }
  },
})
const controlId = body.id
const documentId = body.files[0].id

const FIELDS = [
  'current_nav_id',
  'fund_code',
  'name',
  'current_nav',
  'max_prebalance_date',
  'max_sending_date',
  'accountant',
  'uploader',
  'current_status_display',
  'current_dashboard',
  'first_sending_validation_date',
  'last_sending_validation_date',
  'sending_date',
  'validating_manager',
  'count_validation_accountant',
  'count_validation_manager',
  'ko_controls',
  'ok_controls',
  'upload',
  'why',
  'previous_nav',
  'previous_status_display',
  'previous_dashboard',
]

test('GET production lists each fund with exactly the fields of the specification', async () => {
  const { answer, status, body } = await site.call('production1', 'GET', 'production')
  expect([status, answer.headers.get('x-total-count')]).toEqual([200, '2'])
  expect(body.map((row: object) => Object.keys(row).sort())).toEqual([FIELDS.toSorted(), FIELDS.toSorted()])
  expect(body[0]).toMatchObject({
    current_nav_id: navId,
    fund_code: 'LUX001',
    current_nav: '2026-09-30',
    max_sending_date: '2026-11-10',
    uploader: 'Test accountant',
    current_status_display: 'CONTROLLED (ACCOUNTANT)',
    current_dashboard: 'pending',
    upload: '2026-11-02T09:00:00.000Z',
    why: 'First control',
    count_validation_accountant: 0,
    previous_nav: null,
  })
  expect(body[0].ko_controls).toBeGreaterThan(0)
  expect(body[0].ko_controls + body[0].ok_controls).toBe(50)
})

test('it sorts, filters and pages like the grid, by any field', async () => {
  const codes = async (search: string) => {
    const { status, body, text } = await site.call('manager1', 'GET', `production?${search}`)
    expect(status, text).toBe(200)
    return body.map(({ fund_code }: { fund_code: string }) => fund_code)
  }
  expect(await codes('sort=-fund_code')).toEqual(['LUX002', 'LUX001'])
  expect(await codes('filter.ko_controls=>0')).toEqual(['LUX001'])
  expect(await codes('filter.current_dashboard=new')).toEqual(['LUX002'])
  expect(await codes(`filter.current_nav_id=${navId}`)).toEqual(['LUX001'])
  expect(await codes('size=1&page=2')).toEqual(['LUX002'])
  for (const field of FIELDS) expect(await codes(`sort=${field}`), field).toHaveLength(2)
  const { status, body } = await site.call('manager1', 'GET', 'production?filter.fund_id=1')
  expect([status, body.code]).toEqual([422, 'invalid'])
})

test('users with NAV Production only read its NAVs and their files, and change nothing', async () => {
  const read = [
    `dashboard/nav/${navId}`,
    `dashboard/nav/checks/${navId}`,
    `elements/${navId}`,
    `kpi/reportdata/comments/${navId}`,
    `workflows/instances/${navId}`,
    `documents/object/${navId}`,
    `documents/${documentId}`,
    `nav/controls/documents/${documentId}`,
    `nav/controls/documents/${controlId}`,
    'reasons',
  ]
  for (const path of read) expect((await site.call('production1', 'GET', path)).status, path).toBe(200)
  // Allowed: the first control of a fund has nothing to be compared with.
  expect((await site.call('production1', 'GET', `dashboard/diff_prv/${controlId}`)).status).toBe(404)
  const refused: [method: string, path: string, body?: object][] = [
    ['GET', 'dashboard/nav'],
    ['POST', `dashboard/nav/${navId}/nextrouting/1`, {}],
    ['POST', `dashboard/nav/checks/${navId}/1`, {}],
    ['POST', 'ruleresult', {}],
    [
      'POST',
      'kpi/reportdata/comments',
      { objectId: navId, kpiMethodId: 1, kpiCommentId: 1, kpiCommentLog: 'x' },
    ],
  ]
  for (const [method, path, body] of refused)
    expect((await site.call('production1', method, path, { body })).status, path).toBe(403)
})
