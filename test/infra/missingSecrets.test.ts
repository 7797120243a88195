import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { root } from '#infra/bundle.ts'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { createClock } from '#scripts/local/clock.ts'
import { startGate } from '#scripts/local/gate/startGate.ts'
import { readPolicies } from '#scripts/local/iam/policies.ts'
import { accessKeyOf, credentialsOf } from '#scripts/local/services/lambda/environment.ts'
import { ownFunctions } from '#scripts/local/services/lambda/ownFunctions.ts'
import { payPalKeys, stripeKeys } from '#scripts/local/services/external.ts'
import { secretsHandler } from '#scripts/local/services/secrets/handle.ts'
import { secrets } from '#scripts/local/services/secrets/service.ts'
import { openSecrets } from '#scripts/local/services/secrets/store.ts'
import { folder, synthesized } from './synthesized.ts'

const clock = createClock()
const options = { origin: 'http://127.0.0.1:3000', secretValue: () => 'x' }
const assembly = readAssembly(synthesized('local').assembly.directory, options)
const gate = await startGate({ clock, log: () => {} })
const handle = secretsHandler(assembly, openSecrets(folder(), clock))
const api = secrets.api?.(assembly)
if (!api) throw new Error('The assembly has no secrets API.')
gate.serve({
  assembly,
  policies: readPolicies(assembly),
  apis: [{ api, handle: (call, response) => handle(call.onward(), response, '/') }],
})
afterAll(gate.close)
afterEach(() => vi.unstubAllEnvs())

/** What a freshly started function gets as Stripe's keys under this name, in the role of the pay function. */
async function keysNamed(name: string) {
  const pays = ownFunctions(assembly).find(({ properties }) => properties['Description'] === 'local: money-pay')
  if (!pays) throw new Error('The function is missing.')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', gate.endpoint)
  const { accessKeyId, secretAccessKey, sessionToken } = credentialsOf(accessKeyOf(pays))
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
  vi.stubEnv('AWS_SESSION_TOKEN', sessionToken)
  vi.stubEnv('STRIPE_SECRET', name)
  vi.resetModules()
  const { providerKeys } = await import('#functions/providers/keys.ts')
  return providerKeys('stripe').catch((error: unknown) => error)
}

test('a function reads its provider’s keys, and reports payments_off when none are set', async () => {
  expect(await keysNamed('touchline/local/stripe')).toMatchObject({ current: { publishable: 'pk_test_local' } })
  // Each club has its own keys there; the stage has none.
  expect(await keysNamed('touchline/local/fluidpay')).toMatchObject({ code: 'payments_off' })
})

test('access to another secret is denied without revealing whether it exists', async () => {
  expect(await keysNamed('touchline/local/other')).toMatchObject({
    message: expect.stringContaining('AccessDeniedException'),
  })
})

test('the README states the same keys of a provider’s secret as the functions read', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  for (const [name, keys] of Object.entries({ stripe: stripeKeys, paypal: payPalKeys })) {
    const [, named = ''] = new RegExp(`\`touchline/<stage>/${name}\` holds \`{([^}]*)}\``).exec(readme) ?? []
    expect(named.split(', ')).toEqual(Object.keys(keys).map((key) => `"${key}"`))
  }
})
