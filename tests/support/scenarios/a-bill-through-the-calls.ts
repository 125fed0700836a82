import { invoicePdf } from 'db/seed/expenses/invoice-pdf'
import type { UserName } from 'tests/support/site'
import { expect } from 'vitest'
import type { callers } from './callers'
import { CLIENT, MANAGER, SUPPLIER } from './reference-of-a-day'

interface Named {
  id: number
  name: string
}
interface Draft {
  id: number
  revision: number
}

/** The supplier’s PDF, with its e-invoice inside. */
async function bill() {
  const party = { street: 'Rue du Fort 1', city: 'Luxembourg', country: 'LU', vatNumber: null }
  const invoice = {
    seller: { ...party, name: SUPPLIER },
    buyer: { ...party, name: CLIENT },
    iban: 'LU28 0019 4006 4475 0000',
    bic: 'BCEELULL',
    ref: 'IDX-2026-4711',
    currency: 'EUR',
    date: '2026-10-28',
    due: '2026-11-27',
    taxRate: '17',
    lines: [
      { text: 'Index licence', net: '2500.50' },
      { text: 'Market data', net: '1234.56' },
    ],
  }
  return { name: 'Facture IDX-2026-4711.pdf', bytes: await invoicePdf(invoice, true) }
}

/** The life of a supplier’s bill of 4,370.02 EUR under a budget of 5,000.00, by calls only. */
export function billStory(their: ReturnType<typeof callers>) {
  const { call, step } = their
  const idIn = async (who: UserName, path: string, name: string) =>
    (await call<Named[]>(who, path)).find((each) => each.name === name)?.id ?? 0
  const typeId = () => idIn('finance1', 'lookups/expense-types', 'Market data')
  const routineId = () => idIn('finance1', 'lookups/routine-types', 'Monthly')

  /** A budget entered by finance and approved by a team leader. */
  async function budget(): Promise<number> {
    const body = {
      supplier_id: await idIn('finance1', 'drafttransactions/suppliers', SUPPLIER),
      settling_legal_entity_id: await idIn('finance1', 'entities/ntr', MANAGER),
      routine_type_id: await routineId(),
      expense_type_id: await typeId(),
      from_date: '2026-01-01',
      to_date: '2026-12-31',
      currency: 'EUR',
      amount_type: 'gross',
      treshold: '80',
      budget: '5000.00',
      client_validation: true,
    }
    const { id } = await call<Named>('finance1', 'budget', { body })
    expect(await step('finance1', 'budget', id, 'Submit', 'As in 2025')).toBe('TO APPROVE (TEAM LEADER)')
    expect(await step('finance1', 'budget', id, 'Approve')).toContain('is not offered Approve')
    expect(await step('teamleader1', 'budget', id, 'Approve')).toBe('ACTIVE (COMPLETED)')
    return id
  }

  /** The consumed, committed and remaining amounts of the budget. */
  async function holds(budgetId: number) {
    const [row] = await call<Record<string, unknown>[]>('finance1', `budgets?filter.id=${budgetId}`)
    return [row?.consumed, row?.committed, row?.remaining]
  }

  /** The bill is uploaded; its e-invoice fills the draft. */
  async function upload(): Promise<number> {
    const fields = { comment: 'By post' }
    const given = { files: [await bill()], fields, headers: { 'Idempotency-Key': 'bill-4711' } }
    const { id, ...draft } = await call<Draft>('finance1', 'uploadinvoice', given)
    expect(draft).toMatchObject({
      invoiceRef: 'IDX-2026-4711',
      invoiceDate: '2026-10-28',
      dueDate: '2026-11-27',
      currency: 'EUR',
      grossAmount: '4370.02',
      taxes: '634.96',
      netAmount: '3735.06',
      file_name: given.files[0]?.name,
      invoicedLegalEntity: await idIn('finance1', 'drafttransactions/suppliers', SUPPLIER),
      notes: [],
    })
    // The answer was lost: the client repeats the request, and there is one draft.
    expect(await call('finance1', 'uploadinvoice', given)).toMatchObject({ id })
    expect(await call('finance1', 'drafttransactions')).toMatchObject([{ id, event_status: 'IN ENTRY' }])
    return id
  }

  /** Finance adds what the e-invoice lacks; a colleague with an older version sees the differences. */
  async function complete(id: number): Promise<void> {
    const early = await step('finance1', 'draft', id, 'Send to check').catch(String)
    expect(early).toMatch(/ 422 .*"list":\["Settling Entity","Expense Type"\]/)
    const read = await their.send('finance1', `drafttransactions/${id}`)
    const { revision } = (await read.json()) as Draft
    const headers = { 'If-None-Match': read.headers.get('ETag') ?? '' }
    const again = await their.send('finance1', `drafttransactions/${id}`, { headers })
    expect([again.status, await again.text()]).toEqual([304, ''])

    const owed = {
      settlementLegalEntity: await idIn('finance1', 'entities/ntr', CLIENT),
      settlingLegalEntity: await idIn('finance1', 'entities/ntr', MANAGER),
      expenseType: await typeId(),
      routineType: await routineId(),
      allocationRule: 'LINES',
      receivedDate: '2026-11-02',
      glDate: '2026-10-31',
    }
    const body = { id, revision, ...owed }
    expect(await call('finance1', 'drafttransactions', { body })).toMatchObject(owed)
    const changed = await their.send('finance1', `drafttransactions/${id}`, { headers })
    expect(changed.status).toBe(200)

    const late = { id, revision, glDate: '2026-11-02' }
    const conflict = await their.send('finance2', 'drafttransactions', { body: late })
    expect(conflict.status).toBe(409)
    const { details } = (await conflict.json()) as { details: { versions: object[] } }
    expect(details.versions).toContainEqual(
      expect.objectContaining({ field: 'glDate', opened: '', stored: '31/10/2026', yours: '02/11/2026' }),
    )
  }

  /** The bill is divided into its two services, and sent to check. */
  async function allocate(transactionDraftId: number): Promise<void> {
    for (const [comment, grossAmount, taxes] of [
      ['Index licence', '2925.59', '425.09'],
      ['Market data', '1444.43', '209.87'],
    ]) {
      const body = { transactionDraftId, feesType: 'DATA', grossAmount, taxes, comment }
      await call('finance1', 'costs', { body })
    }
    expect(await call('finance1', `costs/${transactionDraftId}`)).toMatchObject([
      { netAmount: '2500.50' },
      { netAmount: '1234.56' },
    ])
    expect(await call('finance1', `drafttransactions/${transactionDraftId}`)).toMatchObject({
      grossAmount: '4370.02',
      taxes: '634.96',
      netAmount: '3735.06',
    })
    const sent = await step('finance1', 'draft', transactionDraftId, 'Send to check', 'Please check')
    expect(sent).toBe('TO CHECK (TEAM LEADER)')
  }

  /** A team leader approves despite the budget warning; the client’s proof is required, and added. */
  async function validate(id: number): Promise<void> {
    expect(await call('teamleader1', `budgets/${id}`)).toMatchObject([
      { check: { counted: '4370.02', percent: '87.40', state: 'warning', excess: '0.00' } },
    ])
    expect(await step('teamleader1', 'draft', id, 'Approve')).toBe('TO VALIDATE (CLIENT)')
    const client = await idIn('clientdesk1', 'entities/ntr', CLIENT)
    const [anna, bea] = await call<Named[]>('clientdesk1', `clients/${client}`)
    const people = { validatingUserA: anna?.id, validatingUserB: bea?.id }
    const dates = { validationDateA: '2026-11-02', validationDateB: '2026-11-02' }
    await call('clientdesk1', 'drafttransactions', { body: { id, ...people, ...dates } })
    const early = await step('clientdesk1', 'draft', id, 'Client validated').catch(String)
    expect(early).toMatch(/ 422 .*Add Client Validation/)
    const proof = { name: 'Autorisation.pdf', bytes: new TextEncoder().encode('%PDF-1.7 signed') }
    const upload = `uploadclientvalidationdocument/${id}`
    const made = await call<Named>('clientdesk1', upload, { files: [proof] })
    expect(await their.file('teamleader1', `documents/${made.id}`)).toEqual(proof.bytes)
    expect(await step('clientdesk1', 'draft', id, 'Client validated')).toBe('VALIDATED (CLIENT)')
    expect(await step('clientdesk1', 'draft', id, 'Create invoice')).toBe('COMPLETED (SYSTEM)')
  }

  /** The invoices made from the draft, each from booking to payment by three people. */
  async function pay(draftId: number): Promise<void> {
    const path = `transactionssub/${draftId}`
    const made = await call<Named[]>('finance2', `${path}?sort=id`)
    expect(made).toMatchObject([
      { gross_amount: '2925.59', taxes: '425.09', net_amount: '2500.50', event_status: 'TO BOOK' },
      { gross_amount: '1444.43', taxes: '209.87', net_amount: '1234.56', event_status: 'TO BOOK' },
    ])
    for (const { id } of made) {
      const take = (who: UserName, display: string) => step(who, 'invoice', id, display)
      expect(await take('finance2', 'Book')).toBe('TO APPROVE (PAYMENT)')
      expect((await their.file('finance2', `documents/loader/${id}`)).length).toBeGreaterThan(1_000)
      expect(await take('treasurer1', 'First approval')).toBe('FIRST APPROVAL (PAYMENT)')
      expect(await take('treasurer1', 'Second approval')).toContain('is not offered')
      expect(await take('treasurer2', 'Second approval')).toBe('APPROVED (PAYMENT)')
      expect(await take('treasurer1', 'Payment sent')).toBe('SENT (PAYMENT)')
      expect(await take('treasurer1', 'Paid')).toBe('PAID (SYSTEM)')
      expect(await call('auditor1', `transactions/${id}`)).toMatchObject({ paymentDate: '2026-11-02' })
      expect(await their.file('auditor1', `documents/invoice/${id}`)).toEqual((await bill()).bytes)
    }
    const paid = await call('auditor1', 'transactions?filter.event_status=PAID')
    expect(paid).toHaveLength(2)
  }

  return { budget, holds, upload, complete, allocate, validate, pay }
}
