import { useRef } from 'react'
import { useSWRConfig } from 'swr'
import { callApi } from '../api.ts'
import { readerLanguage } from '../i18n.ts'
import { refresh } from '../shell/useSave.ts'
import { kindOf } from './feedOptions.ts'

/** A new link's URLs (`webcal:` and `https:`), which are known only at its creation. */
export type Link = { https: string; webcal: string }
type LinkInput = { shown: string; label: string; feedId?: string }

/** Creates a link, or gives an existing one a new secret. Rejects on failure. */
export function useCreateLink() {
  const { mutate, cache } = useSWRConfig()
  // Ids of links not known to exist yet, by what they show: a retry after a lost response must not create a second link. What a
  // link shows never changes, so another choice is another link.
  const unconfirmedIds = useRef(new Map<string, string>())
  return async ({ shown, label, feedId: existingId }: LinkInput): Promise<Link> => {
    const feedId = existingId ?? unconfirmedIds.current.get(shown) ?? newFeedId()
    if (existingId === undefined) unconfirmedIds.current.set(shown, feedId)
    const body = { feedId, label, language: readerLanguage() === 'es' ? ('es' as const) : ('en' as const) }
    try {
      const { path } = await requestLink(shown, body)
      if (existingId === undefined) unconfirmedIds.current.delete(shown)
      const { host, origin } = window.location
      return { https: `${origin}${path}`, webcal: `webcal://${host}${path}` }
    } finally {
      // It may exist even if the response was lost.
      refresh({ mutate, cache }, 'GET /rest-api/feeds')
    }
  }
}

function requestLink(shown: string, body: { feedId: string; label: string; language: 'en' | 'es' }) {
  const options = { handles: ['failures', 'not_allowed'] } as const
  switch (kindOf(shown)) {
    case 'player':
      return callApi('POST /rest-api/feeds/player/{playerId}', { playerId: shown, body }, options)
    case 'team':
      return callApi('POST /rest-api/feeds/team/{teamId}', { teamId: shown, body }, options)
    case 'organization':
      return callApi('POST /rest-api/feeds/organization/{orgId}', { orgId: shown, body }, options)
    case 'family':
      return callApi('POST /rest-api/feeds/family', { body }, options)
  }
}

const newFeedId = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
