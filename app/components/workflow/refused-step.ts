import type { Refused } from '~/ui/form/refusal'

/** A refused step below a form of the object: the fields that it finds wrong are those of that form, which names them itself. */
export function refusedStep(refused: Refused | undefined): Refused | undefined {
  const eventLog = refused?.refusal.fields?.eventLog
  return refused && { ...refused, refusal: { ...refused.refusal, fields: eventLog ? { eventLog } : {} } }
}
