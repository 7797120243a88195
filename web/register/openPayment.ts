import { callApi } from '../api.ts'
import { paths } from '../paths.ts'

type PayablePlayer = { registrationPlayerId: string }
/** Opens the payment page for what these players owe now. */
export async function openPayment(registrationId: string, players: readonly PayablePlayer[]): Promise<void> {
  const { payId } = await callApi(
    'POST /rest-api/register/{registrationId}/payment-intent',
    {
      registrationId,
      body: { registrationPlayerIds: players.map(({ registrationPlayerId }) => registrationPlayerId) },
    },
    { handles: ['failures'] },
  )
  location.assign(paths.pay({ payId }))
}
