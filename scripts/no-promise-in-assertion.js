/**
 * An ESLint rule: no promise as the argument of an assertion. `assert.ok(isRunning())` is always true
 * where `isRunning` is asynchronous, so such a test cannot fail. `assert.rejects` and
 * `assert.doesNotReject` take promises on purpose.
 */
const takesPromises = new Set(['rejects', 'doesNotReject']);

/** @type {import('eslint').Rule.RuleModule} */
export const noPromiseInAssertion = {
  meta: {
    type: 'problem',
    docs: { description: 'forbid a promise as the argument of an assertion' },
    messages: { promise: 'This is a promise, so the assertion says nothing. Await it first.' },
    schema: [],
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();

    function isPromise(node) {
      const type = services.getTypeAtLocation(node);
      const parts = type.isUnion() ? type.types : [type];
      return parts.some((part) => checker.getPropertyOfType(part, 'then') !== undefined);
    }

    return {
      CallExpression(call) {
        const name = assertionName(call.callee);
        if (name === undefined || takesPromises.has(name)) return;
        for (const argument of call.arguments) {
          const value = argument.type === 'SpreadElement' ? argument.argument : argument;
          if (isPromise(value)) context.report({ node: value, messageId: 'promise' });
        }
      },
    };
  },
};

/** `equal` of `assert.equal(…)` and `t.assert.equal(…)`, `assert` of `assert(…)`; otherwise undefined. */
function assertionName(callee) {
  if (callee.type === 'Identifier') return callee.name === 'assert' ? 'assert' : undefined;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  const { object, property } = callee;
  const isAssert =
    (object.type === 'Identifier' && object.name === 'assert') ||
    (object.type === 'MemberExpression' && object.property.name === 'assert');
  return isAssert ? property.name : undefined;
}
