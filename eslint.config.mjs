import astro from 'eslint-plugin-astro'
import a11y from 'eslint-plugin-jsx-a11y-x'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const upwards = { group: ['../../*'], message: 'Use #lib/…, #islands/…, #layouts/… or #tests/….' }

/** Lines of code that one function may have. */
const FUNCTION_LENGTH = { max: 60, skipBlankLines: true, skipComments: true }

/** Ways through one function; `?.` and `??` count as ways. */
const COMPLEXITY = 23

export default tseslint.config(
  { ignores: ['dist/', 'data/', '.astro/', 'node_modules/', 'public/', 'coverage/'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
      '@typescript-eslint/no-misused-spread': 'off', // [...text] is how a text is read letter by letter
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
    },
  },
  {
    files: ['tests/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-member-access': 'off' },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', FUNCTION_LENGTH], complexity: ['error', COMPLEXITY] },
  },
  {
    files: ['src/**/*.tsx', 'src/islands/**/*.ts'],
    extends: [hooks.configs.flat['recommended-latest'], a11y.configs.strict],
    rules: {
      'react-hooks/exhaustive-deps': 'error',
      'jsx-a11y-x/label-has-associated-control': ['error', { depth: 3 }],
    },
  },
  ...astro.configs.recommended,
  {
    rules: {
      'no-console': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-imports': ['error', { patterns: [upwards] }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'A union of strings or an `as const` table instead.' },
        {
          selector: 'CallExpression[callee.object.name="i18next"][callee.property.name="changeLanguage"]',
          message: 'The language is global to the process: use textOf(locale).',
        },
      ],
    },
  },
)
