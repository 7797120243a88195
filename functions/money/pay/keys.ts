import type { pay } from '#shared/api/money/pay.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { isValidKey } from '../../providers/fluidpayClient.ts'
import { seal, sealIfClear, unseal } from '../../secrets/sealed.ts'
import type { CallOf } from '../../serve.ts'
import { paymentAccounts, paymentKeys } from '../../table/paymentAccounts.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged } from '../../table/writes.ts'
import { accountOf } from './settle.ts'

/**
 * Changes the keys of an account, after FluidPay has accepted the new private key. The previous one is kept to find its charges; one that
 * cannot be decrypted is skipped, and the one before it is kept.
 */
export async function changeKeys({
  body: { paymentAccountId, fluidpayPublicKey: publicKey, fluidpayPrivateKey: privateKey },
  stamp,
}: CallOf<typeof pay, 'POST /rest-api/fee/payment-accounts/keys'>) {
  const { provider } = await accountOf({ paymentAccountId })
  if (provider !== 'FLUIDPAY') throw new Problem('payments_off')
  if (!(await isValidKey(privateKey))) throw new Problem('bad_request', [faultAt('fluidpayPrivateKey', 'invalid_key')])
  const item = paymentKeys.key({ paymentAccountId })
  const sealed = await seal(item, privateKey)
  await retryOnConflict(async () => {
    const [account, key] = await Promise.all([
      accountOf({ paymentAccountId }),
      paymentKeys.get({ paymentAccountId }, { consistent: true }),
    ])
    const currentPrivateKey = key && (await unseal(item, key.privateKey).catch(() => undefined))
    const previousKey =
      currentPrivateKey === undefined || currentPrivateKey === privateKey ? key?.before : key?.privateKey
    const previousSealed = previousKey && (await sealIfClear(item, previousKey))
    // Refunds that failed with the old key are tried again soon.
    const set = { publicKey, missing: [], lookAt: stamp.at }
    await write(
      stamp,
      paymentAccounts.change(account, { set, when: ifUnchanged(account) }),
      key
        ? paymentKeys.change(key, {
            set: { privateKey: sealed, ...(previousSealed && { before: previousSealed }) },
            when: ifUnchanged(key),
          })
        : paymentKeys.create({ paymentAccountId, privateKey: sealed }),
    )
  })
  return {}
}
