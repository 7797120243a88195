import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { type Item, ITEM } from './place.ts'
import english from './texts.en.json'
import { kindOf } from './types.tsx'

/** Before a picture or film is shared: whom it shows, and who will not see it because families did not consent. */
export function Consents({ orgId, item }: { orgId: string; item: Item }) {
  const t = useTexts('academy', english)
  const isPicture = ['picture', 'video'].includes(kindOf(item))
  const { data } = useApi(ITEM, isPicture ? { orgId, storageItemId: item.id } : undefined, {
    handles: ['failures', 'not_allowed'],
  })
  if (!isPicture || !data) return null
  if (data.allowed) return <Notice tone="success">{t('consentAll')}</Notice>
  const namesOf = (audience: (typeof data.shown)[number]['audience']) =>
    data.shown
      .filter((player) => player.audience === audience)
      .map(({ name }) => name)
      .join(', ')
  const lines = [
    ['nobody', 'consentNobody'],
    [null, 'consentUnsaid'],
    ['team', 'consentTeam'],
  ] as const
  const paragraphs = lines.flatMap(([audience, text]) => {
    const playerNames = namesOf(audience)
    return playerNames ? [<p key={text}>{t(text, { names: playerNames })}</p>] : []
  })
  if (data.others > 0) paragraphs.push(<p key="others">{t('consentOthers')}</p>)
  return paragraphs.length > 0 ? <Notice tone="warning">{paragraphs}</Notice> : <Notice>{t('sayWhoIsInIt')}</Notice>
}
