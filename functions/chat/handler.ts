import { chat } from '#shared/api/chat.ts'
import { serve } from '../serve.ts'
import { leave, listConversations, markRead, mute, readConversation, rename } from './conversations.ts'
import { addPeople, createConversation, openTeam } from './create.ts'
import { deleteMessage, editMessage, listMessages, react, sendMessage } from './messages.ts'
import { listOfOrganization, listOfPlayers, listOfTeams, listOrganizations, readEnabled } from './participants.ts'
import { addDevice, listDevices, removeDevice } from './devices.ts'
import { markPlayerAccount, unmarkPlayerAccount } from './playerAccount.ts'
import { pin, vote } from './polls.ts'
import { listReadAlong, readAlong } from './readAlong.ts'
import { searchMessages } from './search.ts'
import { giveTicket } from './ticket.ts'

export const handler = serve(chat, {
  'GET /rest-api/chat/unread-count': async ({ me }) => ({ unreadCount: (await me).counts?.unreadChat ?? 0 }),
  'GET /rest-api/chat/conversations': listConversations,
  'GET /rest-api/chat/conversations/{conversationSid}': readConversation,
  'POST /rest-api/chat/create/dm': createConversation,
  'POST /rest-api/chat/teams/{teamId}': openTeam,
  'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}': rename,
  'POST /rest-api/chat/conversations/{conversationSid}/read': markRead,
  'PUT /rest-api/chat/conversations/{conversationSid}/muted': mute,
  'POST /rest-api/chat/conversations/{conversationSid}/leave': leave,
  'POST /rest-api/chat/conversations/{conversationSid}/people': addPeople,
  'GET /rest-api/chat/conversations/{conversationSid}/messages': listMessages,
  'POST /rest-api/chat/conversations/{conversationSid}/messages': sendMessage,
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': editMessage,
  'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': deleteMessage,
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote': vote,
  'POST /rest-api/chat/conversations/{conversationSid}/search': searchMessages,
  'PUT /rest-api/chat/conversations/{conversationSid}/pinned': pin,
  'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}': react,
  'GET /rest-api/chat-user/available-orgs': listOrganizations,
  'GET /rest-api/chat-user/available-participants': listOfOrganization,
  'GET /rest-api/chat-user/available-participants/teams': listOfTeams,
  'GET /rest-api/chat-user/available-participants/players': listOfPlayers,
  'GET /rest-api/chat/enabled/{orgUnitId}': readEnabled,
  'PUT /rest-api/chat/player-account/{playerId}': markPlayerAccount,
  'DELETE /rest-api/chat/player-account/{playerId}': unmarkPlayerAccount,
  'POST /rest-api/chat/ticket': giveTicket,
  'GET /rest-api/push/devices': listDevices,
  'PUT /rest-api/push/devices': addDevice,
  'DELETE /rest-api/push/devices': removeDevice,
  'GET /rest-api/chat/read-along': listReadAlong,
  'GET /rest-api/chat/read-along/{playerId}/{conversationSid}': readAlong,
})
