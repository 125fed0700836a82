import { userWork } from 'tests/support/context'
import { storeFormat } from 'tests/support/formats/stored-format'
import { figuresOf, UMBRELLA, umbrellaBook } from 'tests/support/formats/umbrella-book'
import { opened } from 'tests/support/opened'
import { type SiteFund, testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import type { ControlUpload } from '~/areas/navs/control/control-upload'
import { controlsOf } from '~/areas/navs/control/controls-of.server'
import { evidencedResultsOf } from '~/areas/navs/control/rule-results.server'
import { readControlUpload, runControl } from '~/areas/navs/control/run-control.server'
import {
  controlAllEnded,
  startControlAll,
  stopControlAll,
  umbrellaRunById,
} from '~/areas/navs/umbrella/control-all.server'
import { outcomeOf } from '~/areas/navs/umbrella/umbrella'
import type { ControlData } from '~/areas/navs/workbooks/control-data'

const site = await opened(testSite())
await storeFormat(site, UMBRELLA)
const funds = [
  await site.addFund({ fundCode: 'UMB1' }),
  await site.addFund({ fundCode: 'UMB2' }),
  await site.addFund({ fundCode: 'UMB3' }),
]
const [first, second, third] = funds as [SiteFund, SiteFund, SiteFund]

/** One workbook with the figures of several funds. */
async function umbrella(
  of: readonly SiteFund[],
  change: (figures: ControlData[]) => void = () => {},
): Promise<ControlUpload> {
  const uploads = await Promise.all(of.map(({ model }) => site.uploadOf(model, 'FIA3')))
  const figures = await Promise.all(uploads.map(({ files }) => figuresOf(files)))
  change(figures)
  return {
    set: 'FIA3',
    files: [{ fileName: 'umbrella.xlsx', bytes: umbrellaBook(figures) }],
    reasonCode: 'FIRST',
    comment: 'The whole umbrella',
    fundNavId: null,
  }
}

const faults: unknown[] = []
const run = (upload: ControlUpload) =>
  runControl(userWork(site, site.actor('accountant1')), site.services, upload)

async function start(upload: ControlUpload, key: string | null = null): Promise<number> {
  const work = userWork(site, site.actor('accountant1'), key)
  const whole = await readControlUpload(work, site.services, upload)
  return startControlAll(work, { ...site.services, onFault: (err) => faults.push(err) }, whole)
}

const controlAll = async (upload: ControlUpload, key: string | null = null) =>
  controlAllEnded(site.services, await start(upload, key))

const countOf = async () =>
  (await Promise.all(funds.map((fund) => controlsOf(site.read, fund.navId)))).flat().length

test('every fund gets the control that its own files would give it', async () => {
  const { run: whole, funds: shown } = await controlAll(await umbrella(funds))
  expect(whole).toMatchObject({
    status: 'DONE',
    total: 3,
    done: 3,
    fileNames: ['umbrella.xlsx'],
    comment: 'The whole umbrella',
  })
  expect(shown).toMatchObject(
    funds.map(({ model, navId }) => {
      return { fundCode: model.fundCode, navDate: model.navDate, fundNavId: navId, refusal: '' }
    }),
  )
  expect(outcomeOf(shown)).toBe('3 funds controlled')
  expect(faults).toEqual([])
  for (const [at, fund] of funds.entries()) {
    const own = await run(await site.uploadOf(fund.model, 'FIA3'))
    const compared = async (controlId: number) =>
      // A rule that compares with other funds is not applicable while the others have no control.
      (await evidencedResultsOf(site.read, controlId)).map(({ ruleId, result }) => [
        ruleId,
        result.startsWith('OK'),
      ])
    expect(await compared(shown[at]?.controlId ?? 0)).toEqual(await compared(own.controlId))
    const [, ofUmbrella] = await controlsOf(site.read, fund.navId)
    expect(ofUmbrella).toMatchObject({
      submissionComment: 'The whole umbrella',
      formatCode: 'UMBRELLA',
      files: [{ fileName: 'umbrella.xlsx', file_type: 'NAV, Balance, Inventory' }],
    })
  }
})

test('what one fund refuses does not stop the others: a faulty cell, no NAV, lines that are missing', async () => {
  const upload = await umbrella(funds, (figures) => {
    const [one, two, three] = figures as [ControlData, ControlData, ControlData]
    Object.assign(one.inventory?.lines[1] ?? {}, { type: 'Painting' })
    two.balance.lines = []
    const stranger = structuredClone(three)
    stranger.nav.source.preamble.fundCode.value = 'NOBODY'
    for (const line of stranger.nav.lines) if (line.code === 'UMB3') line.code = 'NOBODY'
    figures.push(stranger)
  })
  const { run: whole, funds: shown } = await controlAll(upload)
  expect(whole).toMatchObject({ status: 'DONE', done: 4 })
  expect(shown.map(({ fundCode, controlId }) => [fundCode, controlId !== null])).toEqual([
    ['UMB1', false],
    ['UMB2', false],
    ['UMB3', true],
    ['NOBODY', false],
  ])
  expect(shown[0]?.refusal).toMatch(/umbrella\.xlsx, Lines!F\d+: "Painting" is not a type of instrument/)
  expect(shown[1]?.refusal).toContain(
    'the table Balance has no lines of fund UMB2, but of UMB1, UMB3, NOBODY',
  )
  expect(shown[3]?.refusal).toContain('There is no fund "NOBODY"')
  expect(outcomeOf(shown)).toBe('1 fund controlled, 3 refused')
})

test('files of several funds are refused where one is to be controlled, and name their NAVs', async () => {
  const upload = await umbrella([first, second], ([, two]) => {
    if (two) two.balance.lines = []
  })
  await expect(run(upload)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('These files hold 2 funds: UMB1, UMB2.'),
    options: {
      details: {
        funds: [
          { fundCode: 'UMB1', navDate: first.model.navDate, fundNavId: first.navId, note: '' },
          { fundCode: 'UMB2', fundNavId: null, note: expect.stringContaining('no lines of fund UMB2') },
        ],
      },
    },
  })
  // Started from its NAV, only that fund counts: the faults of others are not its own.
  const one = await run({ ...upload, fundNavId: first.navId })
  expect(one).toMatchObject({ fundCode: 'UMB1', fundNavId: first.navId })
  await expect(run({ ...upload, fundNavId: third.navId })).rejects.toMatchObject({
    options: { list: expect.arrayContaining([expect.stringContaining('has no lines of fund UMB3')]) },
  })
})

test('sent twice with its key it controls once', async () => {
  const upload = await umbrella([first, second])
  const before = await countOf()
  const id = await start(upload, 'twice')
  expect(await start(upload, 'twice')).toBe(id)
  await controlAllEnded(site.services, id)
  expect(await start(upload, 'twice')).toBe(id)
  expect(await countOf()).toBe(before + 2)
})

test('while it runs another one of the same user is refused; it can be stopped, once', async () => {
  const { id: userId } = site.actor('accountant1')
  const [row] = await site.ownerSql<{ id: string }[]>`
    insert into umbrella_run (status, total, file_names, reason_code, comment, requested_by, requested_at, beat_at)
    values ('RUNNING', 1, '{umbrella.xlsx}', 'FIRST', '', ${userId}, ${site.clock()}, ${site.clock()}) returning id`
  const id = Number(row?.id)
  await site.ownerSql`insert into umbrella_fund (run_id, position, fund_code) values (${id}, 0, 'UMB1')`
  await expect(start(await umbrella(funds))).rejects.toMatchObject({ code: 'busy' })
  const work = userWork(site, site.actor('accountant1'))
  await work.transaction((context) => stopControlAll(context, id))
  const { run: whole, funds: shown } = await controlAllEnded(site.services, id)
  expect(whole).toMatchObject({ status: 'CANCELLED', note: expect.stringContaining('Cancelled by') })
  expect(outcomeOf(shown)).toBe('0 funds controlled, 1 not controlled')
  await expect(work.transaction((context) => stopControlAll(context, id))).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(umbrellaRunById({ read: site.read, now: site.clock() }, 999_999)).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a single fund whose cells cannot be read refuses the whole upload', async () => {
  const upload = await umbrella([first], ([one]) => {
    Object.assign(one?.inventory?.lines[0] ?? {}, { type: 'Painting' })
  })
  await expect(start(upload)).rejects.toMatchObject({
    code: 'invalid',
    options: { list: [expect.stringContaining('"Painting" is not a type of instrument')] },
  })
})
