import { useState } from 'react'
import { useFormState } from '~/ui/form/form'
import { DraftBox, DraftChoice, type Offered, useDraftField } from './draft-field'
import { useScripts } from './use-scripts'

interface SupplierFieldsProps {
  suppliers: readonly Offered[]
  funds: readonly Offered[]
}

/**
 * Supplier company or supplier fund, never both: with scripts only the one that the box says, and the other is cleared;
 * without both, and the server takes the one that the box says.
 */
export function SupplierFields({ suppliers, funds }: SupplierFieldsProps) {
  const { typed } = useFormState()
  const { defaultValue } = useDraftField('isSupplierFund')
  const ticked = Object.keys(typed).length > 0 ? typed.isSupplierFund === 'on' : defaultValue === 'true'
  const [isFund, setFund] = useState(ticked)
  const scripts = useScripts()
  return (
    <>
      <DraftBox name="isSupplierFund" onChecked={setFund} />
      {!(scripts && isFund) && <DraftChoice name="invoicedLegalEntity" offered={suppliers} />}
      {!(scripts && !isFund) && <DraftChoice name="invoicedFundLegalEntity" offered={funds} />}
    </>
  )
}
