import { organizationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import type { PlayerField } from '#shared/rules/organizations.ts'
import type { ValueFault } from '#shared/rules/faults.ts'
import { ownFieldFault } from '#shared/rules/ownFields.ts'
import { organizations } from '../table/organizations.ts'

/** The club's own questions about its players, in its order. */
export async function fieldsOf(id: string): Promise<PlayerField[]> {
  const club = await organizations.get({ organizationId: organizationOf(id) })
  return club?.playerFields ?? []
}

export const fieldCards = (fields: PlayerField[], values: Record<string, string> = {}) =>
  fields.map((field) => ({ ...field, value: values[field.id] ?? '' }))

/** The answers after a change. Throws for an unknown question or an invalid answer. */
export function mergeAnswers(
  fields: PlayerField[],
  before: Record<string, string> = {},
  submitted: Record<string, string> = {},
): Record<string, string> {
  const faults = Object.entries(submitted).flatMap(([id, value]) => {
    const field = fields.find((each) => each.id === id)
    const fault: ValueFault | undefined = field ? ownFieldFault(field, value) : { code: 'invalid' }
    return fault ? [faultAt(`fields.${id}`, fault.code, fault)] : []
  })
  if (faults.length > 0) throw new Problem('bad_request', faults)
  return Object.fromEntries(Object.entries({ ...before, ...submitted }).filter(([, value]) => value !== ''))
}
