import { expect, it, onTestFinished } from 'vitest'
import { pageFiles } from '../../../form/hosted/page-files.ts'
import { readReleaseFile, releasedFiles } from './release-files.ts'

it('has the scripts of the hosted page, which the package has as a module', () => {
  const { scripts } = pageFiles
  onTestFinished(() => void Object.assign(pageFiles, { scripts }))
  Object.assign(pageFiles, { scripts: { 'page-1.js': 'let page = "é"\n' } })
  expect(releasedFiles()).toMatchObject({
    'form/page-1.js': { size: 16, integrity: expect.stringMatching(/^sha384-/) },
  })
  expect(readReleaseFile('form/page-1.js')).toHaveLength(16)
  expect(readReleaseFile('form/page-2.js')).toBeUndefined()
})
