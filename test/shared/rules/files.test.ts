import { describe, expect, it } from 'vitest'
import { fileTypeOf, fileTypes, isShown, nameToSave, whyCannotNameFile } from '#shared/rules/files.ts'

describe('a file', () => {
  it.each([
    ['plan.PDF', 'application/pdf', 'application/pdf'],
    ['match.MOV', 'video/quicktime', 'video/mp4'],
    ['song.mp3', '', 'audio/mpeg'],
    ['a.b.csv', 'application/vnd.ms-excel', 'application/vnd.ms-excel'],
    ['a.b.csv', '', 'text/csv'],
    ['csv', '', 'text/csv'],
    ['virus.exe', 'application/x-msdownload', undefined],
    ['csv.exe', '', undefined],
  ])('named %s with the type %j has the type %s', (name, type, is) => expect(fileTypeOf({ name, type })).toBe(is))

  it.each([
    ['image/jpeg', 'jpg', 'jpeg'],
    ['image/png', 'png'],
    ['image/webp', 'webp'],
    ['image/gif', 'gif'],
    ['application/pdf', 'pdf'],
    ['video/mp4', 'mp4', 'mov', 'm4v'],
    ['video/webm', 'webm'],
    ['audio/mpeg', 'mp3'],
    ['audio/mp4', 'm4a', 'mp4'],
    ['text/plain', 'txt'],
    ['text/csv', 'csv'],
    ['text/calendar', 'ics'],
    ['application/rtf', 'rtf'],
    ['application/msword', 'doc'],
    ['application/vnd.ms-excel', 'xls'],
    ['application/vnd.ms-powerpoint', 'ppt'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
    ['application/vnd.oasis.opendocument.text', 'odt'],
    ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ])('of the type %s is downloaded with a matching extension', (type, ...endings) => {
    for (const ending of endings) expect(nameToSave({ name: `a.${ending}`, type })).toBe(`a.${ending}`)
    expect(nameToSave({ name: 'A.HTA', type })).toBe(`A.HTA.${endings[0]}`)
    expect(nameToSave({ name: `a.${endings[0]?.toUpperCase()}`, type })).toBe(`a.${endings[0]?.toUpperCase()}`)
  })
  it('of an unknown type keeps its name', () => {
    expect(nameToSave({ name: 'a.hta', type: 'toString' })).toBe('a.hta')
    expect(fileTypes).toHaveLength(21)
  })
  it('is displayed inline only if it cannot contain scripts', () => {
    expect(isShown('image/png')).toBe(true)
    expect(isShown('text/csv')).toBe(false)
    expect(isShown('text/html')).toBe(false)
  })
  it.each([
    ['plan.pdf', undefined],
    ['', 'required'],
    [' \u200c\u200d ', 'required'],
    ['.', 'required'],
    [' .. ', 'required'],
    ['..a', undefined],
    ['a..', undefined],
    ['क्\u200dष.pdf', undefined],
    ['a/b', 'not_a_file_name'],
    ['a\u202eb', 'not_a_file_name'],
    ['a\u0000', 'not_a_file_name'],
  ])('named %j has the error %s', (name, why) => expect(whyCannotNameFile(name)).toBe(why))
})
