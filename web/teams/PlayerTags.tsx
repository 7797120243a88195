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
  const known = useApi('GET /rest-api/tag/names/{orgUnitId}', { orgUnitId }).data?.tags ?? []
  const becomes = (tags: Tag[] | undefined) =>
    change(READ, { playerId: player.id, query }, (before) => ({ ...before, tags: tags ?? before.tags }))
  const saving = { failed: problemText, refreshes: ['GET /rest-api/teams/search/{orgId}', READ] } as const
  const create = useSave('POST /rest-api/tag/create', {
    failed: problemText,
    refreshes: ['GET /rest-api/tag/names/{orgUnitId}'],
  })
  const add = useSave('PUT /rest-api/tag/association/add/{tagId}', saving)
  const remove = useSave('DELETE /rest-api/tag/delete/association/{tagId}', {
    ...saving,
    optimistic: ({ tagId }) => [becomes(player.tags.filter(({ id }) => id !== tagId))],
  })
  const about = { query: { ...query, context: player.id } }
  const put = (tagId: string) => add.save({ tagId, ...about })
  async function addTyped() {
    const same = known.find((tag) => fold(tag.name) === fold(name))
    const tag =
      same ?? (await create.save({ body: { orgUnitId, tagId: `${organizationOf(player.id)}.${newPart('g')}`, name } }))
    if (tag && (await put(tag.id))) setName('')
  }
  const offered = known.filter(({ id }) => player.tags.every((tag) => tag.id !== id))
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
              onClick={() => void remove.save({ tagId: tag.id, ...about })}
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
          if (name.trim() !== '') void addTyped()
        }}
      >
        <Field label={t('newTag')} value={name} onChange={setName} maxLength={30} autoComplete="off" />
        <Button
          type="submit"
          busy={create.saving || add.saving}
          {...(name.trim() === '' && { disabledReason: t('typeATag') })}
        >
          {t('addTag')}
        </Button>
      </form>
      {offered.length > 0 && (
        <div className={styles.tags} role="group" aria-label={t('knownTags')}>
          {offered.slice(0, 12).map(({ id, name: word }) => (
            <Button key={id} kind="quiet" onClick={() => void put(id)}>
              + {word}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}
