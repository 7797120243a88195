import type { pay } from '#shared/api/money/pay.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { isKeyKnown } from '../../providers/fluidpayClient.ts'
import { seal, sealedStill, unseal } from '../../secrets/sealed.ts'
import type { CallOf } from '../../serve.ts'
import { paymentAccounts, paymentKeys } from '../../table/paymentAccounts.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged } from '../../table/writes.ts'
import { accountOf } from './settle.ts'

/**
 * Takes new keys for an account, once FluidPay knows the one that charges; the key before is kept to find what it has charged. One that
 * does not open is no reason to refuse, and finds nothing: the one before it stays.
 */
export async function changeKeys({
  body: { paymentAccountId, fluidpayPublicKey: publicKey, fluidpayPrivateKey: privateKey },
  stamp,
}: CallOf<typeof pay, 'POST /rest-api/fee/payment-accounts/keys'>) {
  const { provider } = await accountOf({ paymentAccountId })
  if (provider !== 'FLUIDPAY') throw new Problem('payments_off')
  if (!(await isKeyKnown(privateKey))) throw new Problem('bad_request', [faultAt('fluidpayPrivateKey', 'invalid_key')])
  const item = paymentKeys.key({ paymentAccountId })
  const sealed = await seal(item, privateKey)
  await retryOnConflict(async () => {
    const [account, key] = await Promise.all([
      accountOf({ paymentAccountId }),
      paymentKeys.get({ paymentAccountId }, { consistent: true }),
    ])
    const opened = key && (await unseal(item, key.privateKey).catch(() => undefined))
    const old = opened === undefined || opened === privateKey ? key?.before : key?.privateKey
    const before = old && (await sealedStill(item, old))
    // What was asked in vain with the old key is looked at soon.
    const set = { publicKey, missing: [], lookAt: stamp.at }
    await write(
      stamp,
      paymentAccounts.change(account, { set, when: ifUnchanged(account) }),
      key
        ? paymentKeys.change(key, {
            set: { privateKey: sealed, ...(before && { before }) },
            when: ifUnchanged(key),
          })
        : paymentKeys.create({ paymentAccountId, privateKey: sealed }),
    )
  })
  return {}
}
