import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { confirm } from '../../kit/confirm.ts'
import { Field } from '../../kit/Field.tsx'
import { CloseIcon } from '../../kit/icons.tsx'
import { useDebounced } from '../../kit/useDebounced.ts'
import { newPart } from '../../api/newPart.ts'
import { change, type Change, useSave } from '../../shell/useSave.ts'
import { NextButton } from '../NextButton.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'

const DETAILS = 'GET /rest-api/registration/step-details/{registrationId}'
const SEARCH = 'GET /rest-api/registration/tag/search/{registrationId}'
type SavedTags = Pick<Details, 'tags' | 'revision'>

/** The tags that players get when they register here. */
export function TagsStep({ details, next }: { details: Details; next: (() => void) | undefined }) {
  const t = useTexts('registrations', english)
  const { registrationId, tags } = details
  const [searchText, setSearchText] = useState('')
  const filter = searchText.trim()
  const settledFilter = useDebounced(filter)
  const searchResult = useApi(
    SEARCH,
    { registrationId, query: settledFilter ? { filter: settledFilter } : {} },
    { keepPreviousData: true },
  )
  const toCacheChanges = (): Change<SavedTags>[] => [
    change(DETAILS, { registrationId }, (known, saved?: SavedTags) => ({ ...known, ...saved })),
  ]
  const saving = { optimistic: toCacheChanges, failed: problemText } as const
  const creating = useSave('POST /rest-api/registration/tag/create/{registrationId}', {
    ...saving,
    refreshes: [SEARCH],
  })
  const binding = useSave('PUT /rest-api/registration/tag/bind/{registrationId}/{tagId}', saving)
  const unbinding = useSave('DELETE /rest-api/registration/tag/unbind/{registrationId}/{tagId}', saving)
  const deleting = useSave('DELETE /rest-api/registration/tag/delete/{registrationId}/{tagId}', {
    ...saving,
    refreshes: [SEARCH],
  })
  async function create() {
    const body = { tagId: `${organizationOf(registrationId)}.${newPart('g')}`, name: filter }
    if (await creating.save({ registrationId, body })) setSearchText('')
  }
  async function remove({ id, name }: { id: string; name: string }) {
    if (await confirm({ title: t('deleteTagAsk', { name }), lost: t('deleteTagLost'), yes: t('delete') }))
      await deleting.save({ registrationId, tagId: id })
  }
  const otherTags = (searchResult.data?.tags ?? []).filter(({ id }) => tags.every((tag) => tag.id !== id))
  // Offered only after the search for exactly this text, since such a tag may exist.
  const isNew =
    filter !== '' &&
    settledFilter === filter &&
    !searchResult.isLoading &&
    (searchResult.data?.tags ?? []).every(({ name }) => name.toLowerCase() !== filter.toLowerCase())
  return (
    <div className={styles.parts}>
      <Card className={styles.part} aria-label={t('tags')}>
        <h2>{t('tags')}</h2>
        <p className={styles.muted}>{t('tagsHint')}</p>
        {tags.length > 0 && (
          <ul className={styles.chips} aria-label={t('chosenTags')}>
            {tags.map(({ id, name }) => (
              <li key={id} className={styles.chip}>
                {name}
                <IconButton
                  label={t('takeAway', { name })}
                  onClick={() => void unbinding.save({ registrationId, tagId: id })}
                >
                  <CloseIcon />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <Field label={t('findTag')} autoComplete="off" value={searchText} onChange={setSearchText} />
        {isNew && (
          <div className={styles.buttons}>
            <Button busy={creating.saving} onClick={() => void create()}>
              {t('newTag', { name: filter })}
            </Button>
          </div>
        )}
        <ul className={styles.list} aria-label={t('otherTags')}>
          {otherTags.slice(0, 20).map((tag) => (
            <li key={tag.id} className={styles.row}>
              <span className={styles.what}>{tag.name}</span>
              <span className={styles.buttons}>
                <Button
                  aria-label={t('addName', { name: tag.name })}
                  onClick={() => void binding.save({ registrationId, tagId: tag.id })}
                >
                  {t('add')}
                </Button>
                <Button kind="quiet" aria-label={t('deleteName', { name: tag.name })} onClick={() => void remove(tag)}>
                  {t('delete')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <NextButton next={next} />
    </div>
  )
}
