import { useState } from 'react'
import type { EntityChoice } from '~/areas/reference-data/choices.server'
import type { Day } from '~/platform/values/day'
import { useFormState } from '~/ui/form/form'
import { useScripts } from '~/ui/form/use-scripts'
import { DraftBox, DraftChoice, useDraftField } from './draft-field'
import { whyNotOn } from './draft-rules'

/** What dead dates are compared with. */
interface Received {
  /** As it is typed now; today while there is none. */
  day: Day
  stored: Day
  isKnown: boolean
}

interface SupplierFieldsProps {
  suppliers: readonly EntityChoice[]
  funds: readonly EntityChoice[]
  received: Received
}

/**
 * Supplier company or supplier fund, never both: with scripts only the one that the box says, and the other is cleared;
 * without both, and the server takes the one that the box says.
 */
export function SupplierFields({ suppliers, funds, received }: SupplierFieldsProps) {
  const { typed } = useFormState()
  const { defaultValue } = useDraftField('isSupplierFund')
  const ticked = Object.keys(typed).length > 0 ? typed.isSupplierFund === 'on' : defaultValue === 'true'
  const [isFund, setFund] = useState(ticked)
  const [cleared, setCleared] = useState({ company: false, fund: false })
  const scripts = useScripts()
  return (
    <>
      <DraftBox
        name="isSupplierFund"
        onChecked={(checked) => {
          setFund(checked)
          setCleared((before) => ({ ...before, [checked ? 'company' : 'fund']: true }))
        }}
      />
      {!(scripts && isFund) && (
        <EntityField
          name="invoicedLegalEntity"
          offered={suppliers}
          received={received}
          cleared={cleared.company}
        />
      )}
      {!(scripts && !isFund) && (
        <EntityField
          name="invoicedFundLegalEntity"
          offered={funds}
          received={received}
          cleared={cleared.fund}
        />
      )}
    </>
  )
}

interface EntityFieldProps {
  name: 'invoicedLegalEntity' | 'invoicedFundLegalEntity' | 'settlementLegalEntity' | 'settlingLegalEntity'
  offered: readonly EntityChoice[]
  received: Received
  /** Begin without the entity that is stored, or was typed. */
  cleared?: boolean
}

/** The legal entities that may be chosen on the received date; one that is chosen stays, and says until when it could be. */
export function EntityField({ name, offered, received, cleared = false }: EntityFieldProps) {
  const { typed } = useFormState()
  const { defaultValue, label } = useDraftField(name)
  const [chosen, setChosen] = useState(cleared ? '' : (typed[name] ?? defaultValue))
  const { day, stored, isKnown } = received
  const asStored = (value: number) => String(value) === defaultValue && day === stored
  const dead = offered.find(({ value, until }) => String(value) === chosen && until !== null && until < day)
  return (
    <DraftChoice
      name={name}
      offered={offered.filter(
        ({ value, until }) => until === null || until >= day || String(value) === chosen || asStored(value),
      )}
      value={cleared ? '' : undefined}
      wrong={
        dead?.until && !asStored(dead.value)
          ? whyNotOn(label, { name: dead.label, until: dead.until }, { day, isKnown })
          : undefined
      }
      onValue={setChosen}
    />
  )
}
