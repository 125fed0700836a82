import { useState } from 'react'
import { useFormState } from '~/ui/form/form'
import { useScripts } from '~/ui/form/use-scripts'
import { DraftChoice, DraftDay, type Offered, useDraftField } from './draft-field'

interface ValidationFieldsProps {
  /** Of the client, none that is retired. */
  validators: readonly Offered[]
}

/** Who validates for the client, and when; a date has no meaning without its person. */
export function ValidationFields({ validators }: ValidationFieldsProps) {
  return (
    <fieldset className="form__group draft-form__pairs">
      <legend>Client validation</legend>
      {validators.length === 0 && (
        <p className="draft-form__whole muted">
          Nobody is known who validates for this client. Its validators are offered once the client is
          confirmed.
        </p>
      )}
      <Validator letter="A" validators={validators} />
      <Validator letter="B" validators={validators} />
    </fieldset>
  )
}

function Validator({ letter, validators }: ValidationFieldsProps & { letter: 'A' | 'B' }) {
  const { typed } = useFormState()
  const { defaultValue, name } = useDraftField(`validatingUser${letter}`)
  const [chosen, setChosen] = useState(typed[name] ?? defaultValue)
  const scripts = useScripts()
  return (
    <>
      <DraftChoice name={`validatingUser${letter}`} offered={validators} onValue={setChosen} />
      <DraftDay
        name={`validationDate${letter}`}
        off={scripts && chosen === '' ? `Choose validating user ${letter} first.` : undefined}
      />
    </>
  )
}
