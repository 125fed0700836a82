import { useLocation } from '@remix-run/react'
import type { SigningState } from '~/areas/authorisation-matrix/signing-state'
import type { WhoMaySign as Signing } from '~/areas/authorisation-matrix/who-may-sign.server'
import { type StoredAccount, StoredAccounts } from '~/areas/bank-accounts/bank-details'
import { Preview } from '~/areas/documents/documents-panel'
import { showDay, showIban } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import { FileFrame, shownFileName } from '~/ui/file-frame/file-frame'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { readable } from '~/ui/grid/href'
import { Note } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import { Tabs } from '~/ui/tabs/tabs'
import type { NamedBank } from './named-account'

/** The account that the supplier of a draft is paid to. */
export interface SupplierBank {
  named: NamedBank | null
  /** Null while the draft names no supplier. */
  supplier: string | null
  accounts: StoredAccount[]
  /** Their page; null for a user who may not open it. */
  href: string | null
}

/** Where the supplier wants to be paid: the account that the e-invoice names, checked, next to the stored ones. */
function Ssi({ named, supplier, accounts, href, hasEInvoice }: SupplierBank & { hasEInvoice: boolean }) {
  const iban = named?.iban ?? null
  const isStored = accounts.some((account) => account.iban === iban)
  return (
    <section className="stack" aria-label="SSI">
      <h2>Bank details in the e-invoice</h2>
      {named ? (
        <Description
          items={[
            { term: 'IBAN', value: iban === null ? '' : showIban(iban) },
            { term: 'BIC', value: named.bic ?? '' },
          ]}
        />
      ) : (
        <p className="muted">
          {hasEInvoice
            ? 'The e-invoice has none.'
            : 'The invoice came without an e-invoice: check them on the invoice.'}
        </p>
      )}
      {named && iban !== null && !named.valid && (
        <Note kind="warning">
          This is not an IBAN: its country, length or check digits are wrong. Ask the supplier, using contact
          details that you already know, not those on the invoice.
        </Note>
      )}
      {named && (
        <details>
          <summary className="muted">Where it is in the e-invoice</summary>
          <p className="muted">{named.source}</p>
        </details>
      )}
      {named?.valid && <p>Country, length and check digits of the IBAN are valid.</p>}
      {named?.valid && isStored && <p>It is a stored account of {supplier}.</p>}
      {named?.valid && !isStored && accounts.length > 0 && (
        <Note kind="warning">
          It is not a stored account of {supplier}. Ask the supplier, using contact details that you already
          know, not those on the invoice.
        </Note>
      )}
      <h2>Stored bank accounts</h2>
      {supplier === null ? (
        <p className="muted">Choose the supplier to see its accounts.</p>
      ) : (
        <StoredAccounts entity={supplier} accounts={accounts} more={[namedColumn(iban)]} />
      )}
      {href !== null && (
        <p>
          <Link to={href}>Bank Accounts of {supplier}</Link>
        </p>
      )}
    </section>
  )
}

const namedColumn = (named: string | null): GridColumn<StoredAccount> => ({
  id: 'named',
  header: 'E-invoice',
  meta: { kind: 'text' },
  cell: ({ row }) => (row.original.iban === named ? 'same account' : ''),
})

export interface Papers {
  draftId: number
  /** The tab that the address selects. */
  tab: string
  file: { documentId: number; fileName: string } | null
  /** The list of who signs for whom is the client's; null while the draft names no client. */
  matrix: { clientId: number; clientName: string; day: string } | null
  /** The files inside an e-invoice in XML. */
  attachments: { id: number; fileName: string }[]
  proofs: { id: number; fileName: string }[]
  /** Undefined for a supplier fund, which is paid in-house. Null while its tab is closed. */
  bank?: SupplierBank | null
  hasEInvoice: boolean
}

/**
 * Next to the form of a draft: the invoice, the authorisation matrix, the client's proof, and the supplier's account.
 */
export function DraftPapers(papers: Papers) {
  const { draftId, attachments, proofs } = papers
  const named = ({ id, fileName }: { id: number; fileName: string }) => ({
    id: String(id),
    label: shownFileName(fileName),
  })
  const { pathname, search } = useLocation()
  const href = (id: string) => {
    const params = new URLSearchParams(search)
    params.set('doc', id)
    return `${pathname}?${readable(params)}`
  }
  const tabs = [
    { id: 'invoice', label: 'Invoice PDF' },
    ...attachments.map(named),
    { id: 'matrix', label: 'Authorisation Matrix PDF' },
    ...proofs.map(named),
    ...(papers.bank === undefined ? [] : [{ id: 'ssi', label: 'SSI' }]),
  ]
  const current = tabs.find(({ id }) => id === papers.tab)?.id ?? 'invoice'
  return (
    <section className="draft__papers beside-file__file" aria-label={`Documents of draft ${draftId}`}>
      <Tabs
        label={`Documents of draft ${draftId}`}
        current={current}
        tabs={tabs.map(({ id, label }) => ({ id, label, href: href(id) }))}
      />
      <Paper {...papers} tab={current} />
    </section>
  )
}

function Paper({ tab, file, matrix, attachments, proofs, bank, hasEInvoice }: Papers) {
  if (tab === 'ssi' && bank) return <Ssi {...bank} hasEInvoice={hasEInvoice} />
  if (tab === 'matrix')
    return matrix ? (
      <FileFrame
        title={`Authorisation matrix of ${matrix.clientName}`}
        src={`/authorisation-matrix/${matrix.clientId}/${matrix.day}.pdf`}
      >
        <span>
          {matrix.clientName}, valid on {showDay(matrix.day)}
        </span>
      </FileFrame>
    ) : (
      <p className="muted">Choose the invoiced legal entity or the settling entity to see its matrix.</p>
    )
  const other = [...attachments, ...proofs].find(({ id }) => String(id) === tab)
  if (other) return <Preview documentId={other.id} title={other.fileName} />
  if (file) return <Preview documentId={file.documentId} title={file.fileName} />
  return <p className="muted">This draft has no invoice PDF.</p>
}

interface WhoMaySignProps {
  /** Null where the draft has too little data to consult the matrix. */
  signing: Signing | null
}

interface Person {
  key: string
  name: string
  class: string | null
  state: 'Signed' | 'Does not count' | 'May sign' | 'May not sign'
  why: string
}

const COLUMNS: GridColumn<Person>[] = [
  {
    id: 'name',
    header: 'Validator',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.name,
  },
  {
    id: 'class',
    header: 'Class',
    size: 60,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.class ?? '',
  },
  {
    id: 'state',
    header: 'Signature',
    size: 120,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.state,
  },
  {
    id: 'why',
    header: 'Why',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => row.original.why,
  },
]

/** Which signatures the authorisation matrix requires of the client, which there are, and who may still sign. */
export function WhoMaySign({ signing }: WhoMaySignProps) {
  if (!signing)
    return (
      <p className="muted">
        The authorisation matrix is checked once client, currency and gross of the draft are filled in.
      </p>
    )
  const people = peopleOf(signing)
  return (
    <>
      <p>{signing.why}</p>
      <Grid
        title="Who may sign"
        columns={COLUMNS}
        rows={people}
        total={people.length}
        rowKey={({ key }) => key}
        empty="This client has no validators yet. An administrator can add them under Administration, Lookups."
      />
    </>
  )
}

function peopleOf({ signed, candidates }: SigningState): Person[] {
  const there = new Set(signed.map(({ validatorId }) => validatorId))
  return [
    ...signed.map(({ validatorId, name, class: of, counts, why }, at) => ({
      key: `signed ${at} ${validatorId}`,
      name,
      class: of,
      why,
      state: counts ? ('Signed' as const) : ('Does not count' as const),
    })),
    ...candidates
      .filter(({ validatorId }) => !there.has(validatorId))
      .map(({ validatorId, name, class: of, may, why }) => ({
        key: String(validatorId),
        name,
        class: of,
        why,
        state: may ? ('May sign' as const) : ('May not sign' as const),
      })),
  ]
}
