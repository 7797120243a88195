import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi'
import type { Bench } from './cloud.ts'
import type { Figure } from './report.ts'
import { stamp } from './stamp.ts'

const accounts = ['coach', 'parent', 'parent2'] as const
/** The number of WebSocket connections open at once. */
const lineCount = 2000
const messageCount = 50

/** The cost of keeping connections open and notifying them of a message. */
export async function lineFigures(bench: Bench, conversationSid: string): Promise<Figure[]> {
  const rounds = await roundsOf(messageCount)
  const bytesBefore = rss()
  const sockets: WebSocket[] = []
  const url = `${bench.cloud.origin.replace('http', 'ws')}/live?ticket=`
  for (let from = 0; from < lineCount; from += 20)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const account = accounts[(from + i) % accounts.length] ?? 'coach'
          const { ticket } = JSON.parse((await bench.send('POST', '/rest-api/chat/ticket', account, {})).text) as {
            ticket: string
          }
          return whenOpen(new WebSocket(url + ticket))
        }),
      )),
    )
  const heldBytes = rss() - bytesBefore
  const startedAt = performance.now()
  const deliveries = sockets.map((socket) => new Promise((resolve) => socket.addEventListener('message', resolve)))
  await bench.send('POST', `/rest-api/chat/conversations/${conversationSid}/messages`, 'coach', {
    messageSid: 'bench-told',
    text: 'We leave at nine.',
  })
  await Promise.all(deliveries)
  const duration = performance.now() - startedAt
  for (const socket of sockets) socket.close()
  return [
    {
      what: `chat: ${messageCount} lines are told, of one after another`,
      value: rounds / messageCount,
      unit: 'of the time',
      atMost: 0.35,
    },
    { what: `chat: ${lineCount} open lines, both ends on this machine`, value: heldBytes / 1024 / 1024, unit: 'MB' },
    { what: `chat: ${lineCount} open lines hear of a message, after`, value: duration / 1000, unit: 's' },
  ]
}

const rss = () => process.memoryUsage().rss

const whenOpen = (socket: WebSocket) =>
  new Promise<WebSocket>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => reject(new Error('A line was not opened.')))
  })

/** How many rounds of concurrent posts to the gateway are needed to notify this many connections. */
async function roundsOf(lines: number): Promise<number> {
  const { addConnection, postToUsers } = await import('#functions/chat/connections.ts')
  const userIds = Array.from({ length: lines }, (_, i) => `bench-line-${i}`)
  await Promise.all(
    userIds.map((userId) => addConnection(stamp, { userId, connectionId: `${userId}=`, session: '', signedIn: 0 })),
  )
  const { send } = ApiGatewayManagementApiClient.prototype
  let rounds = 0
  let round: Promise<unknown> | undefined
  ApiGatewayManagementApiClient.prototype.send = () => {
    if (!round) {
      rounds += 1
      // All concurrent posts are answered together.
      round = new Promise((resolve) => setTimeout(resolve, 20))
      void round.then(() => (round = undefined))
    }
    return round as never
  }
  try {
    await postToUsers(stamp, userIds, { conversation: 'bench' })
  } finally {
    ApiGatewayManagementApiClient.prototype.send = send
  }
  return rounds
}
