import { call, post } from './calls'

interface Terms {
  supplier: { id: number }
  entity: { id: number }
  from: string
  to: string
}

/** A budget of 10,000.00 EUR gross in entry, for the first routine type of the site; returns its id. */
export async function newBudget({ supplier, entity, from, to }: Terms): Promise<number> {
  const made = (await post('finance1', 'budget', {
    supplier_id: supplier.id,
    settling_legal_entity_id: entity.id,
    currency: 'EUR',
    amount_type: 'gross',
    budget: 10_000,
    treshold: 80,
    client_validation: false,
    from_date: from,
    to_date: to,
    routine_type_id: await firstRoutine(),
  })) as { id: number }
  return made.id
}

/** The id of that routine type. */
export async function firstRoutine(): Promise<number> {
  const [routine] = (await call('admin', 'lookups/routine-types?size=1')) as { key: string }[]
  return Number(routine?.key)
}
