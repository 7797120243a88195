import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button, IconButton } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { newPart } from '../api/newPart.ts'
import { change, useSave } from '../shell/useSave.ts'
import type { Player } from './answers.ts'
import styles from './Player.module.css'
import texts from './texts.en.json'

type Tag = Player['tags'][number]
const READ = 'GET /rest-api/teams/player/{playerId}'

/** A player's tags; adds an existing tag or creates one by name. */
export function PlayerTags({ player, teamId }: { player: Player; teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  const [name, setName] = useState('')
  const orgUnitId = teamId ?? organizationOf(player.id)
  const query = teamId === undefined ? {} : { o: teamId }
  const knownTags = useApi('GET /rest-api/tag/names/{orgUnitId}', { orgUnitId }).data?.tags ?? []
  const toCacheChange = (tags: Tag[] | undefined) =>
    change(READ, { playerId: player.id, query }, (cached) => ({ ...cached, tags: tags ?? cached.tags }))
  const saving = { failed: problemText, refreshes: ['GET /rest-api/teams/search/{orgId}', READ] } as const
  const creating = useSave('POST /rest-api/tag/create', {
    failed: problemText,
    refreshes: ['GET /rest-api/tag/names/{orgUnitId}'],
  })
  const adding = useSave('PUT /rest-api/tag/association/add/{tagId}', saving)
  const removing = useSave('DELETE /rest-api/tag/delete/association/{tagId}', {
    ...saving,
    optimistic: ({ tagId }) => [toCacheChange(player.tags.filter(({ id }) => id !== tagId))],
  })
  const input = { query: { ...query, context: player.id } }
  const addTag = (tagId: string) => adding.save({ tagId, ...input })
  async function addTypedTag() {
    const existing = knownTags.find((tag) => fold(tag.name) === fold(name))
    const tag =
      existing ??
      (await creating.save({ body: { orgUnitId, tagId: `${organizationOf(player.id)}.${newPart('g')}`, name } }))
    if (tag && (await addTag(tag.id))) setName('')
  }
  const suggestedTags = knownTags.filter(({ id }) => player.tags.every((tag) => tag.id !== id))
  return (
    <Card aria-label={t('tags')}>
      <h2 className={styles.title}>{t('tags')}</h2>
      <div className={styles.tags}>
        {player.tags.length === 0 && <span className={styles.muted}>{t('noTags')}</span>}
        {player.tags.map((tag) => (
          <span key={tag.id} className={styles.tags}>
            <Badge tone="primary">{tag.name}</Badge>
            <IconButton
              label={t('removeTag', { tag: tag.name })}
              onClick={() => void removing.save({ tagId: tag.id, ...input })}
            >
              <CloseIcon size={16} />
            </IconButton>
          </span>
        ))}
      </div>
      <form
        className={styles.addTag}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void addTypedTag()
        }}
      >
        <Field label={t('newTag')} value={name} onChange={setName} maxLength={30} autoComplete="off" />
        <Button
          type="submit"
          busy={creating.saving || adding.saving}
          {...(name.trim() === '' && { disabledReason: t('typeATag') })}
        >
          {t('addTag')}
        </Button>
      </form>
      {suggestedTags.length > 0 && (
        <div className={styles.tags} role="group" aria-label={t('knownTags')}>
          {suggestedTags.slice(0, 12).map(({ id, name: tagName }) => (
            <Button key={id} kind="quiet" onClick={() => void addTag(id)}>
              + {tagName}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}
