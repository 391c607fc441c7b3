import { expect, it } from 'vitest'
import { unencryptedProblem } from './unencrypted-problem.ts'

it.each([
  'postgres://u@127.0.0.1/db',
  'postgres://u@localhost:5433/db',
  'postgres://u@[::1]/db',
  'postgres:///db?host=/run/postgresql',
  'postgres://%2Frun%2Fpostgresql/db',
  'postgres://u@db.example/db?sslmode=verify-full',
  'postgres://u@db.example/db?sslmode=require',
  'postgres://u@db.example/db?ssl=true',
  'postgres://u@db.example/db?sslmode=disable',
])('%s is on this machine, or says it', (address) => {
  expect(unencryptedProblem(address)).toBeUndefined()
})

it.each([
  'postgres://u:CANARY@db.example/db',
  'postgres://u:CANARY@10.0.0.7/db',
  'postgres://u:CANARY@db.example/db?sslmode=allow',
  'postgres://u:CANARY@db.example/db?sslmode=',
  'postgres://u:CANARY@localhost/db?host=db.example',
])('%s is refused, without a word of it', (address) => {
  const problem = unencryptedProblem(address)
  expect(problem).toContain('sslmode=verify-full')
  expect(problem).not.toContain('CANARY')
})
