import { useParams } from 'react-router-dom'
import { paths } from '../paths.ts'

/** The address of a conversation, or of the list, beside the team or club that is in the address now. */
export function useChatPath() {
  const { orgId, teamId } = useParams()
  return (conversationSid?: string) => paths.chat({ orgId, teamId, conversationSid })
}
