import { SMALL_PDF } from 'tests/support/areas/documents/object-at'
import { caseCalls } from 'tests/support/areas/nav-errors/case-calls'
import { sentNavs, wrongFund } from 'tests/support/areas/nav-errors/sent-navs'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'

// What the papers of a case say besides its figures, and what becomes of it when they change.
const site = await opened(httpSite())
const navs = sentNavs(site)
site.setClock('2026-11-10T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))
const { call, post, open, take, correct, sendForm, upload } = caseCalls(site)

const ALONE = { payers: [{ name: 'Administrator SA', percent: '100' }] }

async function quantified(code: string, given: object = {}) {
  const classCode = await wrongFund(navs, code)
  const id = await open(code, given)
  await correct(id, classCode, '100')
  await post('accountant1', `nav-errors/${id}/payers`, ALONE)
  await take('accountant1', id, 'quantify')
  return { id, classCode }
}

async function paperOf(id: number, name: string): Promise<string> {
  const answer = await site.ask('auditor1', `/api/nav-errors/${id}/${name}.pdf`)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())))
  return text.join(' ').replace(/\s+/g, ' ')
}

test('measures stand on the page and in the papers, whole, and leave the approval as it is', async () => {
  const { id } = await quantified('MEA01')
  await take('teamleader1', id, 'approve')
  const long = Array.from({ length: 60 }, (_, at) => `Step ${at + 1} of the new price check was set up.`)
  const done = await post('manager1', `nav-errors/${id}/measures`, {
    taken: long.join(' '),
    planned: 'A second vendor from January on',
  })
  expect([done.status, done.body]).toMatchObject([
    200,
    { status: 'APPROVED', measuresTaken: long.join(' '), measuresPlanned: 'A second vendor from January on' },
  ])
  for (const name of ['notification', 'report']) {
    const text = await paperOf(id, name)
    for (const words of ['Step 1 of the new', 'Step 60 of the new', 'A second vendor from January on'])
      expect(text).toContain(words)
  }
  // Without scripts; the form has what is stored.
  const form = await site.page('accountant1', `/nav-errors/${id}/measures`)
  expect(form.html).toContain('A second vendor from January on</textarea>')
  const sent = await sendForm(`/nav-errors/${id}/measures`, { taken: 'None yet', planned: '' })
  expect(sent.status).toBe(302)
  const { html } = await site.page('auditor1', `/nav-errors/${id}`)
  for (const words of ['None yet', 'Not stated yet.', 'Measures taken: None yet'])
    expect(html).toContain(words)
  expect((await post('auditor1', `nav-errors/${id}/measures`, { taken: 'x' })).status).toBe(403)
})

test('a cause that is found later is added, and the case is approved again', async () => {
  const { id, classCode } = await quantified('MEA02')
  await take('teamleader1', id, 'approve')
  const again = await post('accountant1', `nav-errors/${id}/causes`, {
    causes: [{ cause: 'PRICE', causedBy: 'manager' }],
  })
  expect([again.status, again.body.errorMessage]).toEqual([
    422,
    'PRICE is a cause of this case already. Choose another one.',
  ])
  const part = (cause: string, amount: string) => ({ cause, date: '2026-11-02', classCode, amount })
  const added = await post('accountant1', `nav-errors/${id}/causes`, {
    causes: [{ cause: 'FX', causedBy: 'depositary' }],
    parts: [part('PRICE', '1.5'), part('FX', '0.3')],
  })
  expect(added.body).toMatchObject({
    status: 'OPENED',
    causes: [
      { cause: 'PRICE', causedBy: 'administrator' },
      { cause: 'FX', causedBy: 'depositary' },
    ],
    figures: [{ unexplained: '0.2' }],
  })
  expect((await post('accountant1', `nav-errors/${id}/causes`, {})).status).toBe(422)

  // Without scripts, with the causes that it has not.
  const form = await site.page('accountant1', `/nav-errors/${id}/causes`)
  expect(form.html).toContain('<option value="TRADE"')
  expect(form.html).not.toContain('<option value="FX"')
  const sent = await sendForm(`/nav-errors/${id}/causes`, { cause1: 'TRADE', causedBy1: 'manager' })
  expect(sent.status).toBe(302)
  const none = await sendForm(`/nav-errors/${id}/causes`, { cause1: '', causedBy1: '' })
  expect([none.status, none.html]).toEqual([422, expect.stringContaining('Choose a cause and who caused it')])
  expect((await site.page('auditor1', `/nav-errors/${id}`)).html).toContain('Unexplained')
  await take('accountant1', id, 'quantify')
  const paper = await paperOf(id, 'notification')
  for (const words of ['TRADE manager', 'What each cause did to the NAV per share', 'Unexplained 0.2'])
    expect(paper).toContain(words)
})

test('after changed figures a second notification is due, and the first one stays', async () => {
  const { id, classCode } = await quantified('MEA03')
  await take('teamleader1', id, 'approve')
  const { body: letter } = await upload(
    `uploadDocument/OTHER/${id}`,
    new File([new Uint8Array(SMALL_PDF)], 'letter.pdf'),
  )
  const foreign = await take('manager1', id, 'notify', { date: '2026-11-09', documentId: 1 })
  expect(foreign.body.fields).toEqual({
    documentId: 'Document 1 is not one of this case. Add it to the case first.',
  })
  const notified = await take('manager1', id, 'notify', {
    date: '2026-11-09',
    reference: 'CSSF 1',
    documentId: letter.id,
  })
  expect(notified.body).toMatchObject({ notifiedOn: '2026-11-09', notificationDocumentId: letter.id })
  const uncommented = await post('manager1', `nav-errors/${id}/causes`, {
    causes: [{ cause: 'FX', causedBy: 'depositary' }],
  })
  expect(uncommented.body.fields).toEqual({ comment: 'Enter the reason' })
  const changed = await post('manager1', `nav-errors/${id}/corrections`, {
    figures: [{ date: '2026-11-02', classCode, navPerShare: '100.5' }],
    comment: 'The exchange corrected its price',
  })
  expect(changed.body.status).toBe('QUANTIFIED')
  const due = 'Figures changed after the notification of'
  expect((await site.page('manager1', `/nav-errors/${id}`)).html).toContain(due)
  await take('teamleader1', id, 'approve')
  const again = await take('manager2', id, 'notify', { date: '2026-11-10', reference: 'CSSF 2' })
  expect(again.body).toMatchObject({
    notifiedOn: '2026-11-09',
    notificationReference: 'CSSF 1',
    notifiedAgainOn: '2026-11-10',
    secondReference: 'CSSF 2',
  })
  expect((await site.page('manager1', `/nav-errors/${id}`)).html).not.toContain(due)
  const paper = await paperOf(id, 'report')
  expect(paper).toContain(`09/11/2026, CSSF 1, document ${letter.id}`)
  expect(paper).toContain('10/11/2026, CSSF 2')
  // The register counts the days to the first one.
  const { body } = await call('auditor1', 'nav-errors/register?year=2026')
  expect(body.find((row: { id: number }) => row.id === id)).toMatchObject({
    notified_on: '2026-11-09',
    days_to_notify: 0,
  })
})
