import type { SigningState } from '~/areas/authorisation-matrix/signing-state'
import type { WhoMaySign as Signing } from '~/areas/authorisation-matrix/who-may-sign.server'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'

interface WhoMaySignProps {
  /** Null where the draft does not say enough yet to ask the matrix. */
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
  { id: 'name', label: 'Validator', kind: 'text', wrap: true, render: ({ name }) => name },
  { id: 'class', label: 'Class', kind: 'text', width: 60, render: (person) => person.class ?? '' },
  { id: 'state', label: 'Signature', kind: 'text', width: 120, render: ({ state }) => state },
  { id: 'why', label: 'Why', kind: 'text', wrap: true, render: ({ why }) => why },
]

/** Which signatures the authorisation matrix asks of the client, which there are, and who may still sign. */
export function WhoMaySign({ signing }: WhoMaySignProps) {
  if (!signing)
    return (
      <p className="muted">
        The authorisation matrix is asked once client, currency and gross of the draft are filled in.
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
        empty="No validators of this client are known. An administrator adds them under Administration, Lookups."
      />
    </>
  )
}

function peopleOf({ signed, candidates }: SigningState): Person[] {
  const there = new Set(signed.map(({ validatorId }) => validatorId))
  return [
    ...signed.map(({ validatorId, name, class: of, counts, why }, at) => ({
      ...{ key: `signed ${at} ${validatorId}`, name, class: of, why },
      state: counts ? ('Signed' as const) : ('Does not count' as const),
    })),
    ...candidates
      .filter(({ validatorId }) => !there.has(validatorId))
      .map(({ validatorId, name, class: of, may, why }) => ({
        ...{ key: String(validatorId), name, class: of, why },
        state: may ? ('May sign' as const) : ('May not sign' as const),
      })),
  ]
}
