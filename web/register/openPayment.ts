import { callApi } from '../api.ts'
import { paths } from '../paths.ts'

type Held = { registrationPlayerId: string }
/** Leads to the page on which what is due now for these players is paid at once. */
export async function openPayment(registrationId: string, held: readonly Held[]): Promise<void> {
  const { payId } = await callApi(
    'POST /rest-api/register/{registrationId}/payment-intent',
    { registrationId, body: { registrationPlayerIds: held.map(({ registrationPlayerId }) => registrationPlayerId) } },
    { handles: ['failures'] },
  )
  location.assign(paths.pay({ payId }))
}
