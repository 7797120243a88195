import type { Clock } from '../../types.ts'
import { accessDenied, invalidRequest, S3Error, tooLarge } from './errors.ts'
import { checkSignature, type CredentialsOf, signerNamed } from './sigv4.ts'

/** A browser's form, with its fields by lower-case name. */
export type Form = { fields: Map<string, string>; size: number }

type Condition = Record<string, string> | [string, string | number, string | number]

/** Fields that need no condition in the policy. */
const free = /^(policy|x-amz-signature|file|bucket|x-ignore-.*)$/

/**
 * Checks a form upload's policy: its signature, its expiration, and its conditions for every field. Returns the access
 * key id that signed it.
 */
export function checkPolicy(form: Form, bucket: string, credentialsOf: CredentialsOf, clock: Clock): string {
  const policyText = form.fields.get('policy')
  if (!policyText) throw accessDenied()
  const credential = form.fields.get('x-amz-credential') ?? ''
  const claim = { credential, sessionToken: form.fields.get('x-amz-security-token') }
  const { accessKeyId, ...signer } = signerNamed(claim, credentialsOf)
  const date = form.fields.get('x-amz-date') ?? ''
  checkSignature({ ...signer, date }, policyText, form.fields.get('x-amz-signature') ?? '')
  const { expiration, conditions } = parsed(policyText)
  if (!(clock.now() < Date.parse(expiration))) throw accessDenied('Invalid according to Policy: Policy expired.')
  const values = new Map([...form.fields, ['bucket', bucket]])
  const allowed = new Set<string>()
  for (const condition of conditions) {
    const [kind, name, value] = Array.isArray(condition) ? condition : equalsCondition(condition)
    if (kind === 'content-length-range') {
      if (form.size < Number(name)) {
        throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
      }
      if (form.size > Number(value)) throw tooLarge()
      continue
    }
    const field = String(name).replace(/^\$/, '').toLowerCase()
    const fieldValue = values.get(field)
    allowed.add(field)
    const isMet =
      kind === 'starts-with' ? fieldValue?.startsWith(String(value)) : kind === 'eq' && fieldValue === String(value)
    if (!isMet) {
      throw accessDenied(`Invalid according to Policy: Policy Condition failed: ${JSON.stringify([kind, name, value])}`)
    }
  }
  const extraFields = [...form.fields.keys()].filter((name) => !allowed.has(name) && !free.test(name))
  if (extraFields.length)
    throw accessDenied(`Invalid according to Policy: Extra input fields: ${extraFields.join(', ')}`)
  return accessKeyId
}

function equalsCondition(condition: Record<string, string>): [string, string, string] {
  const [name = '', value = ''] = Object.entries(condition)[0] ?? []
  return ['eq', `$${name}`, value]
}

function parsed(text: string): { expiration: string; conditions: Condition[] } {
  try {
    const policy = JSON.parse(Buffer.from(text, 'base64').toString()) as {
      expiration?: string
      conditions?: Condition[]
    }
    if (typeof policy.expiration === 'string' && Array.isArray(policy.conditions)) {
      return { expiration: policy.expiration, conditions: policy.conditions }
    }
  } catch {
    // Invalid JSON: falls through to the error.
  }
  throw invalidRequest('Invalid Policy: Invalid JSON.')
}
