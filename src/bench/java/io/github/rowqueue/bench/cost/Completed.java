package io.github.rowqueue.bench.cost;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes a class of an abstract one: every method that is still abstract throws. The interfaces of
 * JDBC have hundreds of methods of which a handful is called, and a {@link java.lang.reflect.Proxy}
 * would allocate with every call what is to be measured.
 */
final class Completed {

  private static final String UNSUPPORTED = Type.getInternalName(AbstractMethodError.class);

  private Completed() {}

  /**
   * The constructor of a class that extends {@code base} and has all its methods.
   *
   * @param base an abstract class of this package with one constructor, not a private one
   */
  static MethodHandle constructor(Class<?> base) {
    Constructor<?> constructor = base.getDeclaredConstructors()[0];
    String parent = Type.getInternalName(base);
    String name = parent + "Completed";
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_FINAL, name, null, parent, null);
    String descriptor = Type.getConstructorDescriptor(constructor);
    MethodVisitor created = writer.visitMethod(0, "<init>", descriptor, null, null);
    created.visitCode();
    created.visitVarInsn(Opcodes.ALOAD, 0);
    int slot = 1;
    for (Class<?> parameter : constructor.getParameterTypes()) {
      created.visitVarInsn(Type.getType(parameter).getOpcode(Opcodes.ILOAD), slot);
      slot += Type.getType(parameter).getSize();
    }
    created.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", descriptor, false);
    created.visitInsn(Opcodes.RETURN);
    created.visitMaxs(0, 0);
    created.visitEnd();
    for (Method method : base.getMethods()) {
      if (Modifier.isAbstract(method.getModifiers())) {
        refuse(writer, method);
      }
    }
    writer.visitEnd();
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      Class<?> complete = here.defineClass(writer.toByteArray());
      MethodType type = MethodType.methodType(void.class, constructor.getParameterTypes());
      MethodHandle handle =
          MethodHandles.privateLookupIn(complete, here).findConstructor(complete, type);
      return handle.asType(handle.type().changeReturnType(base));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void refuse(ClassWriter writer, Method method) {
    MethodVisitor refused =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, null);
    refused.visitCode();
    refused.visitTypeInsn(Opcodes.NEW, UNSUPPORTED);
    refused.visitInsn(Opcodes.DUP);
    refused.visitLdcInsn("the stand-in has no " + method.getName());
    refused.visitMethodInsn(
        Opcodes.INVOKESPECIAL, UNSUPPORTED, "<init>", "(Ljava/lang/String;)V", false);
    refused.visitInsn(Opcodes.ATHROW);
    refused.visitMaxs(0, 0);
    refused.visitEnd();
  }
}
