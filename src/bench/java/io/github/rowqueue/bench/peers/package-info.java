/**
 * The libraries Rowqueue is measured against, each through its public API on PostgreSQL, with its
 * defaults and with the best settings its documentation names. Every one keeps its messages in
 * tables of its own and survives a crash of its process. Look first at {@link
 * io.github.rowqueue.bench.peers.Peer}.
 */
@NullMarked
package io.github.rowqueue.bench.peers;

import org.jspecify.annotations.NullMarked;
