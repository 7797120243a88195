import { callApi } from '../api.ts'
import { paths } from '../paths.ts'

type Held = { registrationPlayerId: string }
/** Opens the payment page for what these players owe now. */
export async function openPayment(registrationId: string, held: readonly Held[]): Promise<void> {
  const { payId } = await callApi(
    'POST /rest-api/register/{registrationId}/payment-intent',
    { registrationId, body: { registrationPlayerIds: held.map(({ registrationPlayerId }) => registrationPlayerId) } },
    { handles: ['failures'] },
  )
  location.assign(paths.pay({ payId }))
}
