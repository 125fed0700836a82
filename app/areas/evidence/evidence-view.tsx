import { SelectInput, TextInput } from '~/ui/form/inputs'
import { objectLabel } from './pack-readme'

const KINDS = [
  { value: 'nav', label: 'NAV' },
  { value: 'invoice', label: 'Invoice' },
  { value: 'budget', label: 'Budget' },
]

/** Which object a pack is built of; the answer is a file, so it is a plain form. */
export function PackForm() {
  return (
    <form className="form" action="/evidence/pack.zip" method="get">
      <p>
        One ZIP with the files as they came, the figures, results, explanations and every event. Signed;
        anyone can verify it.
      </p>
      <SelectInput label="Object" name="kind" options={KINDS} defaultValue="nav" required />
      <TextInput label="Number" name="id" required maxLength={15} />
      <button type="submit" className="button button--primary">
        Build pack
      </button>
    </form>
  )
}

interface Built {
  eventId: number
  at: string
  who: string
  kind: string
  id?: number
  month?: string
  funds?: readonly string[]
  sha256: string
}

/** The newest packs, with the hashes that identify them. */
export function BuiltPacks({ packs }: { packs: readonly Built[] }) {
  if (packs.length === 0) return <p className="muted">None yet. Each pack that is built will appear here.</p>
  return (
    <ul>
      {packs.map(({ eventId, at, who, sha256, ...what }) => (
        <li key={eventId}>
          {at}, {who}: {objectLabel(what)}, SHA-256 <code className="hash">{sha256}</code>
        </li>
      ))}
    </ul>
  )
}
